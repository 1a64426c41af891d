package io.poolbench.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.Jars;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackgroundWorkTest {
  @TempDir private Path folder;

  @Test
  void aLibraryIsFoundInAJarOfJarsInOneJarAndOnAClassPath() throws IOException {
    Path boot = jar("boot.jar", "BOOT-INF/lib/flyway-core-9.1.jar", "BOOT-INF/lib/h2-2.jar");
    Path shaded = jar("shaded.jar", "org/quartz/Scheduler.class", "org/quartz/Other.class");
    Path lib = Files.createDirectory(folder.resolve("lib"));
    Files.createFile(lib.resolve("rocketmq-client-5.3.0.jar"));
    Path kafka = jar("kafka-clients-3.9.0.jar");

    assertThat(BackgroundWork.in(List.of(boot.toString()))).containsExactly(BackgroundWork.FLYWAY);
    assertThat(BackgroundWork.in(List.of(shaded.toString())))
        .containsExactly(BackgroundWork.QUARTZ);
    assertThat(BackgroundWork.in(List.of(lib + "/*", kafka.toString())))
        .containsExactly(BackgroundWork.KAFKA, BackgroundWork.ROCKET_MQ);
    assertThat(BackgroundWork.in(List.of(jar("orders.jar").toString()))).isEmpty();
    assertThat(BackgroundWork.in(List.of(folder.resolve("absent/quartz-2.jar").toString())))
        .containsExactly(BackgroundWork.QUARTZ);
  }

  private Path jar(String name, String... entries) throws IOException {
    return Jars.write(folder.resolve(name), Map.of(), entries);
  }
}
