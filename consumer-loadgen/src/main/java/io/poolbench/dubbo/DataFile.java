package io.poolbench.dubbo;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.RuntimeJsonMappingException;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import io.poolbench.api.InvalidSettingException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The records of a data file. The first line of a CSV file names the columns, all of which are
 * texts; any other file has a JSON object per line.
 *
 * @param records one or more, in the order of the file
 */
record DataFile(String name, List<Line> records) {
  static final int MAX_RECORDS = 100_000;

  private static final String SETTING = "data";

  /** A record; {@code number} is the line in which it ends, from 1. */
  record Line(int number, Map<String, JsonNode> columns) {}

  static DataFile read(Path file) {
    String name = String.valueOf(file.getFileName());
    try {
      List<Line> records = name.endsWith(".csv") ? csv(file, name) : jsonLines(file, name);
      if (records.isEmpty()) {
        throw new InvalidSettingException(SETTING, name + ": no record");
      }
      return new DataFile(name, records);
    } catch (NoSuchFileException e) {
      throw new InvalidSettingException(SETTING, "no such file: " + file);
    } catch (IOException e) {
      throw new InvalidSettingException(SETTING, file + ": cannot be read (" + e + ")");
    }
  }

  private static List<Line> csv(Path file, String name) throws IOException {
    List<Line> records = new ArrayList<>();
    CsvMapper mapper =
        CsvMapper.csvBuilder()
            .enable(CsvParser.Feature.SKIP_EMPTY_LINES)
            .enable(CsvParser.Feature.FAIL_ON_MISSING_COLUMNS)
            .build();
    int line = 1;
    try (MappingIterator<Map<String, JsonNode>> rows =
        mapper
            .readerForMapOf(JsonNode.class)
            .with(CsvSchema.emptySchema().withHeader())
            .readValues(Files.newInputStream(file))) {
      while (rows.hasNextValue()) {
        Map<String, JsonNode> columns = rows.nextValue();
        line = Math.max(line + 1, rows.getCurrentLocation().getLineNr() - 1);
        add(records, new Line(line, columns), name);
      }
    } catch (JsonProcessingException e) {
      throw invalid(name, line + 1, e);
    } catch (RuntimeJsonMappingException e) {
      throw new InvalidSettingException(SETTING, name + ":" + (line + 1) + ": " + e.getMessage());
    }
    return records;
  }

  private static List<Line> jsonLines(Path file, String name) throws IOException {
    ObjectMapper mapper =
        ArgumentTemplate.MAPPER
            .copy()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    List<Line> records = new ArrayList<>();
    try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      int number = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        if (!line.isBlank()) {
          add(records, new Line(number, object(mapper, line, name, number)), name);
        }
      }
    }
    return records;
  }

  private static Map<String, JsonNode> object(
      ObjectMapper mapper, String line, String name, int number) {
    try {
      JsonNode object = mapper.readTree(line);
      if (!object.isObject()) {
        throw new InvalidSettingException(
            SETTING, name + ":" + number + ": no JSON object (example: {\"id\": 7})");
      }
      Map<String, JsonNode> columns = new LinkedHashMap<>();
      object.properties().forEach(each -> columns.put(each.getKey(), each.getValue()));
      return columns;
    } catch (JsonProcessingException e) {
      throw invalid(name, number, e);
    }
  }

  private static void add(List<Line> records, Line record, String name) {
    if (records.size() == MAX_RECORDS) {
      throw new InvalidSettingException(
          SETTING, name + ": more than %,d records (limit %<,d)".formatted(MAX_RECORDS));
    }
    records.add(record);
  }

  private static InvalidSettingException invalid(String name, int line, JsonProcessingException e) {
    String problem = e.getOriginalMessage().lines().findFirst().orElse("invalid");
    return new InvalidSettingException(SETTING, name + ":" + line + ": " + problem);
  }
}
