package io.poolbench.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** What the run is of, in the words of the user. */
final class TagOption {
  @Option(
      names = "--tag",
      paramLabel = "NAME=VALUE",
      description = "Keep this with the result and print it in its header, such as build=1234.")
  private Map<String, String> tags = new LinkedHashMap<>();

  boolean isGiven() {
    return !tags.isEmpty();
  }

  /** The setting of a study, in the form of JSON that YAML has too. */
  String yaml() {
    ObjectNode texts = JsonNodeFactory.instance.objectNode();
    tags.forEach(texts::put);
    return texts.toString();
  }
}
