package io.poolbench.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.poolbench.api.InvalidSettingException;
import java.net.InetSocketAddress;
import java.util.regex.Pattern;

/**
 * The HTTP request that every call of a target sends; it has no body.
 *
 * @param method such as {@code GET}; HEAD and CONNECT are invalid, because responses to HEAD have
 *     no body whatever their headers say
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

  /** Encodes the request. HTTP/1.1 keeps the connection open by default. */
  byte[] encoded(InetSocketAddress server) {
    String empty = method.equals("GET") ? "" : "Content-Length: 0\r\n";
    return "%s %s HTTP/1.1\r\nHost: %s:%d\r\n%s\r\n"
        .formatted(method, path, server.getHostString(), server.getPort(), empty)
        .getBytes(US_ASCII);
  }
}
