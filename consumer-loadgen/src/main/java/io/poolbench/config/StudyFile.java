package io.poolbench.config;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The files of studies: their names and their text. */
final class StudyFile {
  private static final int MAX_BYTES = 1 << 20;

  private StudyFile() {}

  /** Whether a file is a study's, by its name. */
  static boolean isStudy(Path file) {
    // Not by its last name: a file system's root has none.
    String path = file.toString();
    return path.endsWith(".yaml") || path.endsWith(".yml");
  }

  /** The study's name: the file's without its extension. */
  static String name(Path file) {
    return file.getFileName().toString().replaceFirst("\\.ya?ml$", "");
  }

  /**
   * The text of a file.
   *
   * @throws ConfigException for a file that cannot be read, is too large, or is not UTF-8
   */
  static String read(Path file) {
    Place place = Place.of(file.toString());
    if (!Files.isRegularFile(file)) {
      String problem = Files.exists(file) ? "not a file" : "no such file";
      throw new ConfigException(place, problem + " (valid: a study's YAML file)");
    }
    try {
      byte[] bytes;
      try (var content = Files.newInputStream(file)) {
        bytes = content.readNBytes(MAX_BYTES + 1);
      }
      if (bytes.length > MAX_BYTES) {
        throw new ConfigException(place, "file too large (valid: at most 1 MiB)");
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new ConfigException(place, "not UTF-8 text (valid: a YAML file in UTF-8)");
    } catch (IOException e) {
      throw new ConfigException(place, "cannot be read (" + e + ")");
    }
  }
}
