package io.poolbench.remote;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.MessageDigest;

/**
 * The secret that a coordinator and the processes that work for it on other machines share.
 *
 * @param text of {@value #MIN_CHARACTERS} characters or more
 */
public record Token(String text) {
  private static final int MIN_CHARACTERS = 16;

  public Token {
    if (text.length() < MIN_CHARACTERS) {
      throw new IllegalArgumentException(
          "token of " + text.length() + " characters (valid: " + MIN_CHARACTERS + " or more)");
    }
  }

  /**
   * The token in a file, without white space around it.
   *
   * @throws PeerException if the file cannot be read, or has none
   */
  public static Token read(Path file) throws PeerException {
    try {
      return new Token(Files.readString(file).strip());
    } catch (NoSuchFileException e) {
      throw PeerException.mistake(file + ": no such file");
    } catch (IOException e) {
      throw PeerException.mistake(file + ": cannot be read: " + e.getMessage());
    } catch (IllegalArgumentException e) {
      throw PeerException.mistake(file + ": " + e.getMessage());
    }
  }

  /** Whether another text is the token, in a time that does not depend on where it differs. */
  public boolean matches(String other) {
    return MessageDigest.isEqual(text.getBytes(UTF_8), other.getBytes(UTF_8));
  }

  /** Without the secret. */
  @Override
  public String toString() {
    return "token";
  }
}
