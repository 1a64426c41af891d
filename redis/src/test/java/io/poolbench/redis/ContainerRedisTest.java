package io.poolbench.redis;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.GenericContainer;

class ContainerRedisTest {
  @Test
  void theReaperImageIsTheOneOfTestcontainers() throws IOException {
    String classFile = "/org/testcontainers/utility/RyukContainer.class";
    try (InputStream bytes = GenericContainer.class.getResourceAsStream(classFile)) {
      assertThat(new String(bytes.readAllBytes(), ISO_8859_1))
          .contains(ContainerRedis.REAPER_IMAGE);
    }
  }
}
