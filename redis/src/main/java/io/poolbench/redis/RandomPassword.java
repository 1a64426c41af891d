package io.poolbench.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;

/**
 * The password of a Redis that poolbench starts: 256 random bits in hexadecimal digits.
 *
 * <p>Redis gets only the SHA-256 of the password, which others may see. The password allows only
 * the commands that poolbench sends. It therefore gives no rights of the account that Redis runs
 * under, such as to write a file or to load a module.
 */
record RandomPassword(String text) {
  private static final int BYTES = 32;

  static RandomPassword create() {
    byte[] random = new byte[BYTES];
    new SecureRandom().nextBytes(random);
    return new RandomPassword(HexFormat.of().formatHex(random));
  }

  /**
   * The words of Redis' setting {@code user}; {@code HELLO} and {@code AUTH} are always allowed.
   */
  List<String> userSetting() {
    return List.of(
        "user",
        "default",
        "on",
        "#" + sha256(text),
        "~*",
        "+hello",
        "+ping",
        "+info",
        "+get",
        "+set",
        "+exists");
  }

  RedisUri uriAt(String host, int port) {
    return RedisUri.of("redis://:" + text + "@" + host + ":" + port);
  }

  private static String sha256(String text) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("each JDK has SHA-256", e);
    }
  }

  @Override
  public String toString() {
    return "a random password";
  }
}
