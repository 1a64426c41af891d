package io.poolbench.study;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.poolbench.study.ConfigException.Place;
import io.poolbench.study.Publication.PublishedTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The published tables that cells may name. Each is a file {@code PUBLICATION/TABLE.csv} with a
 * header and a line per row; lines that begin with {@code #} are notes. A publication's {@code
 * findings.yaml}, if any, contains the rest of its {@link Publication}.
 *
 * @param files by the tables' names
 */
record PublishedTables(SortedMap<String, Path> files) {
  private static final String ENDING = ".csv";
  private static final String FINDINGS = "findings.yaml";
  private static final String NOTE = "#";
  private static final ObjectReader ROWS =
      new CsvMapper()
          .readerForMapOf(String.class)
          .with(CsvSchema.emptySchema().withHeader())
          .with(CsvParser.Feature.ALLOW_COMMENTS)
          .with(CsvParser.Feature.SKIP_EMPTY_LINES)
          .with(CsvParser.Feature.TRIM_SPACES)
          .with(CsvParser.Feature.FAIL_ON_MISSING_COLUMNS);
  private static final ObjectReader PUBLICATION =
      new ObjectMapper(new YAMLFactory()).readerFor(Publication.class);

  PublishedTables {
    files = Collections.unmodifiableSortedMap(new TreeMap<>(files));
  }

  /** Finds the tables in the subfolders of a folder, which need not exist. */
  static PublishedTables in(Path folder) {
    if (!Files.isDirectory(folder)) {
      return new PublishedTables(new TreeMap<>());
    }
    try (Stream<Path> files = Files.find(folder, 2, (path, is) -> is.isRegularFile())) {
      SortedMap<String, Path> tables = new TreeMap<>();
      files
          .filter(file -> file.getFileName().toString().endsWith(ENDING))
          .forEach(file -> tables.put(name(file), file));
      return new PublishedTables(tables);
    } catch (IOException e) {
      throw new UncheckedIOException("listing " + folder, e);
    }
  }

  private static String name(Path file) {
    String name = file.getFileName().toString();
    return name.substring(0, name.length() - ENDING.length());
  }

  Set<String> names() {
    return files.keySet();
  }

  List<Publication> publications(Collection<String> tables) {
    Map<Path, List<PublishedTable>> byFolder = new LinkedHashMap<>();
    for (String table : tables) {
      byFolder
          .computeIfAbsent(files.get(table).getParent(), folder -> new ArrayList<>())
          .add(table(table));
    }
    return byFolder.entrySet().stream()
        .map(folder -> publication(folder.getKey(), folder.getValue()))
        .toList();
  }

  private static Publication publication(Path folder, List<PublishedTable> tables) {
    String name = folder.getFileName().toString();
    Path file = folder.resolve(FINDINGS);
    if (!Files.exists(file)) {
      return new Publication(name, null, null, null, null, null, tables);
    }
    try {
      return PUBLICATION.<Publication>readValue(file.toFile()).with(name, tables);
    } catch (JsonProcessingException e) {
      throw problem(
          file, e, e.getOriginalMessage() + " (valid: columns, cells, hostBound, bands, findings)");
    } catch (IOException e) {
      throw problem(file, 0, "cannot be read (" + e + ")");
    }
  }

  PublishedTable table(String name) {
    Path file = files.get(name);
    try {
      return read(name, file, Files.readString(file));
    } catch (CharacterCodingException e) {
      throw problem(file, 0, "not UTF-8 text (valid: a CSV file in UTF-8)");
    } catch (IOException e) {
      throw problem(file, 0, "cannot be read (" + e + ")");
    }
  }

  private static PublishedTable read(String name, Path file, String text) throws IOException {
    List<String> notes =
        text.lines()
            .filter(line -> line.startsWith(NOTE))
            .map(line -> line.substring(NOTE.length()).strip())
            .toList();
    try (MappingIterator<Map<String, String>> rows = ROWS.readValues(text)) {
      List<Map<String, String>> all = rows.readAll();
      if (all.isEmpty()) {
        throw problem(file, 0, "no row (valid: a line of column names, then one line per row)");
      }
      if (all.get(0).size() < ((CsvSchema) rows.getParser().getSchema()).size()) {
        throw problem(file, 0, "duplicate column (valid: one name each)");
      }
      return new PublishedTable(name, notes, all);
    } catch (JsonProcessingException e) {
      throw problem(file, e, "invalid CSV (" + e.getOriginalMessage() + ")");
    }
  }

  private static ConfigException problem(Path file, JsonProcessingException e, String problem) {
    return problem(
        file, e.getLocation() == null ? 0 : Math.max(0, e.getLocation().getLineNr()), problem);
  }

  private static ConfigException problem(Path file, int line, String problem) {
    return new ConfigException(new Place(file.toString(), line, ""), problem);
  }
}
