package io.poolbench.dubbo;

import io.poolbench.api.RpcProtocol;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.apache.dubbo.config.ServiceConfig;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * An application whose classes the driver does not have: compiled here, packed as an executable jar
 * of Spring Boot, and loaded a second time for its provider.
 */
final class TestApplication implements BeforeAllCallback, AfterAllCallback {
  static final String SERVICE = "com.example.orders.Orders";

  /** A class that its service does not name; it counts its objects in {@code made}. */
  static final String TAG = "com.elsewhere.tags.Tag";

  private static final Map<String, String> SOURCES =
      Map.of(
          TAG,
          """
          package com.elsewhere.tags;
          public class Tag implements java.io.Serializable {
            public static int made;
            public String label = "a tag";
            public Tag() { made++; }
            private Object readResolve() { made++; return this; }
          }
          """,
          "com.elsewhere.tags.Refused",
          """
          package com.elsewhere.tags;
          public class Refused extends RuntimeException {
            public Tag tag = new Tag();
            public Refused(String why) { super(why); }
          }
          """,
          "com.example.orders.Copies",
          "package com.example.orders; public interface Copies<T> { T copy(T original); }",
          "com.example.orders.Orders",
          """
          package com.example.orders;
          public interface Orders extends Copies<Order> {
            String save(Order order);
            Order find(long id);
            Order find(String code, java.util.List<Integer> sizes);
            String flag(Status status, Integer level, boolean urgent);
            Order fail(String why) throws java.io.IOException;
            Order none();
            void touch();
            String attached(String key);
            java.util.Map<String, Object> echo(java.util.Map<String, Object> values);
            Object tagged();
            Object refuse(String why);
          }
          """,
          "com.example.orders.Status",
          "package com.example.orders; public enum Status { OPEN, PAID }",
          "com.example.orders.Line",
          """
          package com.example.orders;
          public class Line implements java.io.Serializable {
            private String item;
            private int quantity;
            public String getItem() { return item; }
            public void setItem(String item) { this.item = item; }
            public int getQuantity() { return quantity; }
            public void setQuantity(int quantity) { this.quantity = quantity; }
          }
          """,
          "com.example.orders.Order",
          """
          package com.example.orders;
          public class Order implements java.io.Serializable {
            public long id;
            public String customer;
            public Status status;
            public java.util.Date placed;
            public java.time.LocalDate due;
            public java.math.BigDecimal total;
            public java.util.List<Line> lines;
          }
          """,
          "com.example.orders.OrdersService",
          """
          package com.example.orders;
          public class OrdersService implements Orders {
            public String save(Order order) {
              int quantity = 0;
              for (Line line : order.lines) {
                quantity += line.getQuantity();
              }
              return order.id + " " + order.customer + " " + order.status + " "
                  + order.placed.getTime() + " " + order.due + " " + order.total + " " + quantity;
            }
            public Order copy(Order original) { return original; }
            public Order find(long id) {
              Order order = new Order();
              order.id = id;
              order.customer = "by id";
              order.status = Status.PAID;
              order.lines = java.util.List.of(new Line());
              return order;
            }
            public Order find(String code, java.util.List<Integer> sizes) {
              Order order = find(sizes.stream().mapToInt(Integer::intValue).sum());
              order.customer = code;
              return order;
            }
            public String flag(Status status, Integer level, boolean urgent) {
              return status + " " + level + " " + urgent;
            }
            public Order fail(String why) throws java.io.IOException {
              throw new java.io.IOException("refused", new IllegalStateException(why));
            }
            public Order none() { return null; }
            public void touch() {}
            public String attached(String key) {
              return org.apache.dubbo.rpc.RpcContext.getServerAttachment().getAttachment(key);
            }
            public java.util.Map<String, Object> echo(java.util.Map<String, Object> values) {
              return values;
            }
            public Object tagged() { return new com.elsewhere.tags.Tag(); }
            public Object refuse(String why) { throw new com.elsewhere.tags.Refused(why); }
          }
          """);

  private final Supplier<Path> folder;
  private Path jar;
  private URLClassLoader provider;
  private URLClassLoader consumer;

  /**
   * @param folder for its files, once the tests begin
   */
  TestApplication(Supplier<Path> folder) {
    this.folder = folder;
  }

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    Path compiled = Files.createDirectories(folder.get().resolve("compiled"));
    compile(compiled);
    jar = folder.get().resolve("orders.jar");
    pack(compiled);
    provider = loader(compiled);
    consumer = loader(compiled);
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    provider.close();
    consumer.close();
  }

  private static URLClassLoader loader(Path classes) throws IOException {
    return new URLClassLoader(
        new URL[] {classes.toUri().toURL()}, TestApplication.class.getClassLoader());
  }

  private static void compile(Path classes) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<Source> sources =
        SOURCES.entrySet().stream()
            .map(each -> new Source(each.getKey(), each.getValue()))
            .toList();
    List<String> options = List.of("-d", classes.toString(), "-proc:none", "-nowarn");
    if (!compiler.getTask(null, null, null, options, null, sources).call()) {
      throw new AssertionError("sources of the test do not compile");
    }
  }

  private void pack(Path classes) throws IOException {
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file);
        Stream<Path> files = Files.walk(classes)) {
      for (Path each : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry("BOOT-INF/classes/" + classes.relativize(each).toString()));
        Files.copy(each, out);
        out.closeEntry();
      }
    }
  }

  Path jar() {
    return jar;
  }

  /** Its classes, loaded apart from those of its provider. */
  TargetClasses classes() {
    return new TargetClasses(consumer, List.of(Path.of(consumer.getURLs()[0].getPath())));
  }

  /** Exports its service, which answers by the serialization of the request. */
  TestProvider export(RpcProtocol protocol, Consumer<ServiceConfig<?>> settings)
      throws IOException {
    try {
      return TestProvider.exporting(
          protocol,
          provider.loadClass(SERVICE),
          provider.loadClass(SERVICE + "Service").getConstructor().newInstance(),
          service -> {
            service.setSerialization("hessian2");
            service.setPreferSerialization("fastjson2,hessian2");
            settings.accept(service);
          });
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String name, String text) {
      super(URI.create("string:///" + name.replace('.', '/') + ".java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
