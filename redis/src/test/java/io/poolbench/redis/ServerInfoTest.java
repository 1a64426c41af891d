package io.poolbench.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServerInfoTest {
  @Test
  void versionAndRunIdAreReadFromWhatRedisSays() {
    String info = "# Server\r\nredis_version:7.0.15\r\nredis_mode:standalone\r\nrun_id:4f1c\r\n";
    assertThat(ServerInfo.parse(info)).isEqualTo(new ServerInfo("7.0.15", "4f1c"));
  }

  @Test
  void aServerThatDoesNotTellItsVersionIsStillOne() {
    assertThat(ServerInfo.parse("# Server\r\n")).isEqualTo(new ServerInfo("unknown", ""));
  }
}
