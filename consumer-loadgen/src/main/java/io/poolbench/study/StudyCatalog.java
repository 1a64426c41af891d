package io.poolbench.study;

import io.poolbench.api.Named;
import io.poolbench.study.ConfigException.Place;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
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

  /** A group of studies, by what they are for. */
  public enum StudyGroup implements Named {
    START_HERE,
    QUESTIONS,
    REPRODUCTIONS,
    SELF_TESTS
  }

  /** A study in the folder, or the problem of its file. */
  public record Entry(
      String name, StudyGroup group, Optional<Study> study, Optional<ConfigException> problem) {}

  public List<Entry> entries() {
    return files().stream().map(this::entry).toList();
  }

  private Entry entry(Path file) {
    String name = name(file);
    try {
      Study study = loader.load(file, List.of());
      String typed = loader.text(file, "group");
      StudyGroup group =
          Arrays.stream(StudyGroup.values())
              .filter(each -> each.id().equals(typed))
              .findFirst()
              .orElse(StudyGroup.QUESTIONS);
      return new Entry(name, group, Optional.of(study), Optional.empty());
    } catch (ConfigException e) {
      return new Entry(name, StudyGroup.QUESTIONS, Optional.empty(), Optional.of(e));
    }
  }

  /** The file of a study, given by its name or its path. */
  public Path find(String nameOrFile) {
    for (Path file : files()) {
      if (name(file).equals(nameOrFile)) {
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

  /**
   * What a file sets that needs the user's consent. A study in the folder needs none, nor do JVM
   * options that such a study sets, too: saved results of it have them.
   */
  public List<String> needingConsent(Path file) {
    if (contains(file)) {
      return List.of();
    }
    List<String> needed = new ArrayList<>(loader.needingConsent(file));
    if (needed.stream().anyMatch(ConsentSettings::isOfJvmOptions)) {
      files().forEach(own -> needed.removeAll(jvmOptions(own)));
    }
    return needed;
  }

  private List<String> jvmOptions(Path own) {
    try {
      return loader.needingConsent(own).stream().filter(ConsentSettings::isOfJvmOptions).toList();
    } catch (ConfigException invalid) {
      return List.of();
    }
  }

  private boolean contains(Path file) {
    try {
      return Files.isDirectory(folder) && file.toRealPath().getParent().equals(folder.toRealPath());
    } catch (IOException e) {
      throw new UncheckedIOException("finding the folder of " + file, e);
    }
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

  public static String name(Path file) {
    return file.getFileName().toString().replaceFirst("\\.ya?ml$", "");
  }

  public List<String> names() {
    return files().stream().map(StudyCatalog::name).toList();
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
