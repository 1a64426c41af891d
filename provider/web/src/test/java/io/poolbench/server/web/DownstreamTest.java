package io.poolbench.server.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

class DownstreamTest {
  @Test
  void withoutAServiceEachReadIsUnavailable() {
    assertThat(status("")).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
  }

  @Test
  void aServiceThatRefusesIsABadGateway() throws Exception {
    int port;
    try (ServerSocket closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = closed.getLocalPort();
    }
    assertThat(status("http://127.0.0.1:" + port + "/")).isEqualTo(HttpStatus.BAD_GATEWAY);
  }

  private static Object status(String url) {
    return catchThrowableOfType(ResponseStatusException.class, () -> new Downstream(url).read())
        .getStatusCode();
  }
}
