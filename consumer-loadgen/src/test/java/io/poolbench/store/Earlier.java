package io.poolbench.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.poolbench.report.StepsCsvRenderer;
import io.poolbench.result.StudyResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A result that an earlier poolbench wrote, with the {@code steps.csv} of then.
 *
 * @param name of its folder in the test resources
 */
record Earlier(String name) {
  /** The file as it is. */
  JsonNode tree() throws IOException {
    return new ObjectMapper().readTree(resource("result.json"));
  }

  /** What it is today; read from a copy. */
  StudyResult read(Path folder) throws IOException {
    Path file = folder.resolve(ResultFile.NAME);
    Files.writeString(file, resource("result.json"));
    return new ResultFile(file).read();
  }

  /** Asserts that every column of then says of a result what it said then. */
  void assertSteps(StudyResult now) throws IOException {
    StringBuilder csv = new StringBuilder();
    new StepsCsvRenderer().render(now, csv);
    List<List<String>> rendered = fields(csv.toString());
    List<List<String>> expected = fields(resource("steps.csv"));
    assertThat(rendered).hasSameSizeAs(expected);
    for (int row = 0; row < expected.size(); row++) {
      assertThat(rendered.get(row)).startsWith(expected.get(row).toArray(String[]::new));
    }
  }

  private static List<List<String>> fields(String csv) {
    return csv.lines()
        .map(line -> List.of(line.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1)))
        .toList();
  }

  private String resource(String file) throws IOException {
    try (var in = Earlier.class.getResourceAsStream("/" + name + "/" + file)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
