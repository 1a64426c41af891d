package io.poolbench.config;

import io.poolbench.config.ConfigException.Place;
import io.poolbench.spec.NearestNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The studies in a folder. Each call reads the folder. */
public final class StudyCatalog {
  private final Path folder;
  private final StudyLoader loader;

  public StudyCatalog(Path folder, StudyLoader loader) {
    this.folder = folder;
    this.loader = loader;
  }

  /** A study in the folder; its title is empty where its file is invalid. */
  public record Entry(String name, Path file, String title, Optional<ConfigException> problem) {}

  public List<Entry> entries() {
    return files().stream().map(this::entry).toList();
  }

  private Entry entry(Path file) {
    String name = StudyFile.name(file);
    try {
      return new Entry(name, file, loader.load(file, List.of()).title(), Optional.empty());
    } catch (ConfigException e) {
      return new Entry(name, file, "", Optional.of(e));
    }
  }

  /** The file of a study, given by its name or its path. */
  public Path find(String nameOrFile) {
    for (Path file : files()) {
      if (StudyFile.name(file).equals(nameOrFile)) {
        return file;
      }
    }
    try {
      Path file = Path.of(nameOrFile);
      if (Files.isRegularFile(file) || (!nameOrFile.isEmpty() && StudyFile.isStudy(file))) {
        return file;
      }
    } catch (InvalidPathException e) {
      throw unknown(nameOrFile);
    }
    throw unknown(nameOrFile);
  }

  private ConfigException unknown(String name) {
    List<String> names = names();
    String valid = names.isEmpty() ? "" : String.join(", ", names) + ", or ";
    return new ConfigException(
        Place.of(folder.toString()),
        "unknown study '"
            + name
            + "'"
            + NearestNames.hint(name, names)
            + " (valid: "
            + valid
            + "a study's YAML file)");
  }

  /** The name of the study in a file. */
  public static String name(Path file) {
    return StudyFile.name(file);
  }

  public List<String> names() {
    return files().stream().map(StudyFile::name).toList();
  }

  private List<Path> files() {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(StudyFile::isStudy).filter(Files::isRegularFile).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException("listing " + folder, e);
    }
  }
}
