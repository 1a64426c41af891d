package io.poolbench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;

/** The built jar: nothing in it can meet a class of the provider's, or needs more than Java 8. */
class AgentJarIT {
  private static final int JAVA_8 = 52;

  @Test
  void everyClassIsTheAgentsOwnAndOfJava8() throws IOException {
    try (JarFile jar = new JarFile("target/poolbench-provider-agent.jar")) {
      List<? extends ZipEntry> classes =
          jar.stream().filter(entry -> entry.getName().endsWith(".class")).toList();

      assertThat(classes)
          .isNotEmpty()
          .allSatisfy(
              entry -> {
                assertThat(entry.getName()).startsWith("io/poolbench/agent/");
                assertThat(version(jar, entry)).as(entry.getName()).isLessThanOrEqualTo(JAVA_8);
              });
      assertThat(jar.getManifest().getMainAttributes().getValue("Premain-Class"))
          .isEqualTo(Agent.class.getName());
    }
  }

  private static int version(JarFile jar, ZipEntry entry) throws IOException {
    try (DataInputStream file = new DataInputStream(jar.getInputStream(entry))) {
      file.readInt();
      return file.readInt() & 0xffff;
    }
  }
}
