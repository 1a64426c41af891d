package io.poolbench.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.poolbench.api.InvalidSettingException;
import java.net.InetSocketAddress;
import java.util.regex.Pattern;

/**
 * The request of an HTTP target, the same for every call; without a body.
 *
 * @param method such as {@code GET}; not HEAD, whose responses have no body whatever their headers
 *     say, and not CONNECT
 * @param path the request target, such as {@code /nodelay?size=2}
 */
public record HttpRequest(String method, String path) {
  private static final Pattern METHOD = Pattern.compile("(?!HEAD$|CONNECT$)[A-Z]+");
  private static final Pattern PATH = Pattern.compile("/[\\x21-\\x7e&&[^#]]*");

  public HttpRequest {
    if (!METHOD.matcher(method).matches()) {
      throw new InvalidSettingException(
          "method", "invalid HTTP method '" + method + "' (valid: GET, POST, ...)");
    }
    if (!PATH.matcher(path).matches()) {
      throw new InvalidSettingException(
          "path", "invalid path '" + path + "' (example: /nodelay?size=2)");
    }
  }

  /** The bytes of the request to a server; its connection is kept, as HTTP/1.1 does by default. */
  byte[] encoded(InetSocketAddress server) {
    String empty = method.equals("GET") ? "" : "Content-Length: 0\r\n";
    return "%s %s HTTP/1.1\r\nHost: %s:%d\r\n%s\r\n"
        .formatted(method, path, server.getHostString(), server.getPort(), empty)
        .getBytes(US_ASCII);
  }
}
