package io.poolbench.config;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** A study's file: its name and its text. */
final class StudyFile {
  private static final int LARGEST_BYTES = 1 << 20;

  private StudyFile() {}

  /** Whether a file is one, by its name. */
  static boolean isOne(Path file) {
    // Not by its last name: a file system's root has none.
    String path = file.toString();
    return path.endsWith(".yaml") || path.endsWith(".yml");
  }

  /** The study's name: the file's without its ending. */
  static String name(Path file) {
    return file.getFileName().toString().replaceFirst("\\.ya?ml$", "");
  }

  /**
   * @throws ConfigException where it cannot be read, is too large, or is not UTF-8
   */
  static String read(Path file) {
    Place place = Place.of(file.toString());
    if (!Files.isRegularFile(file)) {
      String problem = Files.exists(file) ? "is no file" : "there is no such file";
      throw new ConfigException(place, problem + "; valid: a study's YAML file");
    }
    try {
      byte[] bytes;
      try (var content = Files.newInputStream(file)) {
        bytes = content.readNBytes(LARGEST_BYTES + 1);
      }
      if (bytes.length > LARGEST_BYTES) {
        throw new ConfigException(place, "is larger than any study; valid: at most 1 MiB");
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new ConfigException(place, "is not UTF-8 text; valid: a YAML file in UTF-8");
    } catch (IOException e) {
      throw new ConfigException(place, "cannot be read (" + e + "); valid: a readable file");
    }
  }
}
