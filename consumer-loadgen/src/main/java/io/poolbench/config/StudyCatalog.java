package io.poolbench.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The studies in a folder. Reads the folder anew each time. */
public final class StudyCatalog {
  private final Path folder;
  private final StudyLoader loader;

  /**
   * @param folder where the studies' files are; need not exist
   */
  public StudyCatalog(Path folder, StudyLoader loader) {
    this.folder = folder;
    this.loader = loader;
  }

  /**
   * A study of the folder, by name.
   *
   * @param title what it asks; empty where its file is no study
   * @param problem what is wrong with its file, if anything
   */
  public record Entry(String name, Path file, String title, Optional<ConfigException> problem) {}

  /** All studies, by name; a file that is no study is listed with its problem. */
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

  /**
   * The file of a study.
   *
   * @param nameOrFile a name in the folder, or a file's path: one that ends in {@code .yaml} or
   *     {@code .yml}
   * @throws ConfigException where there is no such study; names those that are nearest
   */
  public Path find(String nameOrFile) {
    List<Path> files = files();
    for (Path file : files) {
      if (StudyFile.name(file).equals(nameOrFile)) {
        return file;
      }
    }
    try {
      Path file = Path.of(nameOrFile);
      if (Files.isRegularFile(file) || (!nameOrFile.isEmpty() && StudyFile.isOne(file))) {
        return file;
      }
    } catch (InvalidPathException e) {
      throw unknown(nameOrFile, files);
    }
    throw unknown(nameOrFile, files);
  }

  private ConfigException unknown(String name, List<Path> files) {
    List<String> names = files.stream().map(StudyFile::name).toList();
    List<String> near = NearestNames.nearest(name, names, 3);
    String meant = near.isEmpty() ? "" : " (did you mean " + String.join(" or ", near) + "?)";
    String valid = names.isEmpty() ? "" : String.join(", ", names) + ", or ";
    return new ConfigException(
        Place.of(folder.toString()),
        "no study is called '" + name + "'" + meant + "; valid: " + valid + "a study's YAML file");
  }

  private List<Path> files() {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(StudyFile::isOne).filter(Files::isRegularFile).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException("listing " + folder, e);
    }
  }
}
