package io.poolbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A program is called by its own classes and libraries, wherever its launcher finds them. */
class ApplicationLibrariesIT {
  private static final Path LIBRARIES = Path.of("target", "libraries").toAbsolutePath();
  private static final Path DRIVERS = Path.of("target", "lib").toAbsolutePath();

  private static final String INTERFACE =
      """
      package com.example.traces;
      import io.opentelemetry.proto.common.v1.KeyValue;
      public interface Traces { KeyValue same(KeyValue value); }
      """;

  private static final String PROVIDER =
      """
      package com.example.traces;
      import org.apache.dubbo.config.*;
      public class TraceProvider {
        public static void main(String[] arguments) throws Exception {
          ApplicationConfig application = new ApplicationConfig("traces");
          application.setQosEnable(false);
          ServiceConfig<Traces> service = new ServiceConfig<>();
          service.setApplication(application);
          service.setRegistry(new RegistryConfig("N/A"));
          service.setProtocol(new ProtocolConfig("tri", 50051));
          service.setInterface(Traces.class);
          service.setRef(value -> value);
          service.export();
          Thread.currentThread().join();
        }
      }
      """;

  @TempDir private Path folder;

  /** The driver has protobuf 3.25, which cannot load what is generated for 4.33. */
  @ParameterizedTest
  @CsvSource({"4.33.2, 1.9.0-alpha", "3.19.6, 0.16.0-alpha"})
  void messagesAreOfTheProgramsVersionOfProtobuf(String protobuf, String messages)
      throws IOException {
    List<String> classPath = new ArrayList<>();
    classPath.add(folder.toString());
    classPath.add(LIBRARIES.resolve("protobuf-java-" + protobuf + ".jar").toString());
    classPath.add(LIBRARIES.resolve("opentelemetry-proto-" + messages + ".jar").toString());
    try (Stream<Path> jars = Files.list(DRIVERS)) {
      jars.map(Path::toString)
          .filter(jar -> !jar.contains("protobuf-java-"))
          .forEach(classPath::add);
    }
    compile(classPath);

    Executed inspect =
        inspect(
            "--classpath",
            String.join(",", classPath),
            "--main",
            "com.example.traces.TraceProvider",
            "--call",
            "com.example.traces.Traces.same({\"key\": \"color\"})");

    assertThat(inspect.err()).isEmpty();
    assertThat(inspect.out()).contains("\"key\" : \"color\"");
  }

  private void compile(List<String> classPath) throws IOException {
    Path first = Files.writeString(folder.resolve("Traces.java"), INTERFACE);
    Path second = Files.writeString(folder.resolve("TraceProvider.java"), PROVIDER);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    int exit =
        compiler.run(
            null,
            null,
            null,
            "-proc:none",
            "-nowarn",
            "-d",
            folder.toString(),
            "-cp",
            String.join(File.pathSeparator, classPath),
            first.toString(),
            second.toString());
    assertThat(exit).isZero();
  }

  /** The classes of its service are in a folder that only a property names. */
  @Tag("nightly")
  @Test
  void classesOfALoaderPathAreFound() throws IOException {
    Path jar = folder.resolve("shop.jar");
    Path beside = folder.resolve("beside");
    repack(jar, "BOOT-INF/", beside);

    Executed inspect =
        inspect(
            "--classpath",
            jar.toString(),
            "--main",
            "org.springframework.boot.loader.launch.PropertiesLauncher",
            "-Dloader.path=" + beside,
            "--call",
            "com.example.shop.OrderService.findOrder(7)");

    assertThat(inspect.err()).isEmpty();
    assertThat(inspect.out()).contains("\"customer\" : \"customer-7\"");
  }

  @Tag("nightly")
  @Test
  void classesOfAWarAreFound() throws IOException {
    Path war = folder.resolve("shop.war");
    repack(war, "WEB-INF/", null);

    Executed inspect =
        inspect(
            "--classpath",
            war.toString(),
            "--main",
            "org.springframework.boot.loader.launch.WarLauncher",
            "-Dserver.shutdown=immediate",
            "--call",
            "com.example.shop.OrderService.findOrder(7)");

    assertThat(inspect.err()).isEmpty();
    assertThat(inspect.out()).contains("\"customer\" : \"customer-7\"");
  }

  private Executed inspect(String... options) {
    List<String> arguments = new ArrayList<>(List.of("inspect"));
    arguments.addAll(Arrays.asList(options));
    arguments.addAll(List.of("--yes", "--study", folder.resolve("written.yaml").toString()));
    // It ends before the optimizing compiler pays off.
    arguments.add("--jvm-option=-XX:TieredStopAtLevel=1");
    return Executed.of(arguments.toArray(String[]::new));
  }

  /**
   * Writes the sample application anew.
   *
   * @param inside the folder of its classes and libraries
   * @param beside a folder for the classes of its services; null = within
   */
  private static void repack(Path to, String inside, Path beside) throws IOException {
    try (JarFile from = new JarFile(Executed.SAMPLE.toFile());
        OutputStream file = Files.newOutputStream(to)) {
      Manifest manifest = new Manifest(from.getManifest());
      Attributes main = manifest.getMainAttributes();
      main.putValue("Spring-Boot-Classes", inside + "classes/");
      main.putValue("Spring-Boot-Lib", inside + "lib/");
      main.remove(new Attributes.Name("Spring-Boot-Classpath-Index"));
      try (JarOutputStream out = new JarOutputStream(file, manifest)) {
        for (JarEntry entry : (Iterable<JarEntry>) from.stream()::iterator) {
          String name = entry.getName().replaceFirst("^BOOT-INF/", inside);
          if (name.equals(JarFile.MANIFEST_NAME)) {
            continue;
          }
          try (InputStream content = from.getInputStream(entry)) {
            byte[] bytes = content.readAllBytes();
            if (beside != null && name.matches(".*/com/example/shop/(?:Order|Stock)\\w*\\.class")) {
              Path target = beside.resolve(name.replaceFirst("^.*/classes/", ""));
              Files.createDirectories(target.getParent());
              Files.write(target, bytes);
            } else {
              put(out, name, bytes);
            }
          }
        }
      }
    }
  }

  /** Stored, as the launcher reads nested jars in place; it looks for their folders, too. */
  private static void put(JarOutputStream out, String name, byte[] bytes) throws IOException {
    CRC32 sum = new CRC32();
    sum.update(bytes);
    JarEntry entry = new JarEntry(name);
    entry.setMethod(JarEntry.STORED);
    entry.setSize(bytes.length);
    entry.setCrc(sum.getValue());
    out.putNextEntry(entry);
    out.write(bytes);
    out.closeEntry();
  }
}
