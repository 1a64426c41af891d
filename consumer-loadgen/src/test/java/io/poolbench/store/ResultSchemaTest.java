package io.poolbench.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.poolbench.result.StudyResult;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code result.json} and its JSON Schema describe each other. */
class ResultSchemaTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @Test
  void theSchemaAcceptsAndDescribesEveryPropertyThatIsWritten() throws IOException {
    JsonNode closed = schema();
    closed.findParents("properties").stream()
        .filter(object -> !object.has("additionalProperties"))
        .forEach(object -> ((ObjectNode) object).put("additionalProperties", false));
    for (StudyResult result : List.of(SampleResult.studyResult(), SampleResult.paired())) {
      assertThat(errors(closed, written(result).toString())).isEmpty();
    }
  }

  @Test
  void theSchemaAcceptsFurtherFiguresThatAreNumbers() throws IOException {
    JsonNode root = written(SampleResult.studyResult());
    ObjectNode figures = (ObjectNode) root.at("/cells/0/steps/0/figures");
    figures.put("later_ms", 1.5);
    assertAccepted(root.toString());
    figures.put("later_ms", "1.5");
    assertThat(errors(schema(), root.toString())).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/cells/0/steps/0/verdict/kind", "/started", "/cells/0/cell/load/levels"})
  void theSchemaRefusesAWrongType(String property) throws IOException {
    JsonNode root = written(SampleResult.studyResult());
    int slash = property.lastIndexOf('/');
    ((ObjectNode) root.at(property.substring(0, slash))).put(property.substring(slash + 1), 7);
    assertThat(errors(schema(), root.toString())).isNotEmpty();
  }

  static void assertAccepted(String json) throws IOException {
    assertThat(errors(schema(), json)).isEmpty();
  }

  private static JsonNode written(StudyResult result) throws IOException {
    return JSON.readTree(ResultFile.json(result, List.of()));
  }

  private static JsonNode schema() throws IOException {
    try (InputStream in =
        ResultSchemaTest.class.getResourceAsStream("/schema/result.schema.json")) {
      return JSON.readTree(in);
    }
  }

  private static List<?> errors(JsonNode schema, String json) {
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(schema)
        .validate(json, InputFormat.JSON);
  }
}
