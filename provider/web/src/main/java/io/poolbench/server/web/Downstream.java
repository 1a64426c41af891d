package io.poolbench.server.web;

import org.springframework.http.HttpStatus;
import org.springframework.http.client.SimpleClientHttpRequestFactory;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestClientException;
import org.springframework.web.server.ResponseStatusException;

/** The downstream service, called by the JDK's blocking client. Thread-safe. */
final class Downstream {
  private final String url;
  private final RestClient client =
      RestClient.builder().requestFactory(new SimpleClientHttpRequestFactory()).build();

  /** Creates a client; an empty {@code url} means that there is no downstream service. */
  Downstream(String url) {
    this.url = url;
  }

  /**
   * Calls the service and returns the body of its answer; the calling thread waits.
   *
   * @throws ResponseStatusException if there is no such service (503), or if it fails (502)
   */
  String read() {
    if (url.isEmpty()) {
      throw new ResponseStatusException(HttpStatus.SERVICE_UNAVAILABLE, "no downstream configured");
    }
    try {
      return client.get().uri(url).retrieve().body(String.class);
    } catch (RestClientException failed) {
      throw new ResponseStatusException(
          HttpStatus.BAD_GATEWAY, "downstream failed: " + failed.getMessage(), failed);
    }
  }
}
