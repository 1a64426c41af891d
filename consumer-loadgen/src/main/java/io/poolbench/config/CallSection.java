package io.poolbench.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.spec.CallSettings;
import io.poolbench.spec.CallSettings.GoodAnswer;
import io.poolbench.spec.CallSettings.RecordOrder;
import io.poolbench.spec.CallSettings.Serialization;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** A call in the form of the study's YAML; null components are not given and have no default. */
record CallSection(
    String service,
    String version,
    String group,
    String method,
    JsonNode arguments,
    String data,
    RecordOrder order,
    Map<String, String> attachments,
    Answer answer,
    Serialization serialization,
    boolean generic,
    int weight) {
  private static final ObjectMapper JSON = new ObjectMapper();

  record Answer(String pointer, JsonNode equals) {
    GoodAnswer settings() {
      return new GoodAnswer(pointer, equals == null ? null : equals.toString());
    }

    static Answer of(GoodAnswer answer) {
      return answer == null ? null : new Answer(answer.pointer(), json(answer.json()));
    }
  }

  CallSettings settings(String name, Path folder) {
    try {
      return new CallSettings(
          name,
          service,
          version,
          group,
          method,
          arguments.toString(),
          file(folder),
          order,
          attachments,
          answer == null ? null : answer.settings(),
          serialization,
          generic,
          weight);
    } catch (InvalidSettingException e) {
      throw new InvalidSettingException(path(name, e.setting()), e.getMessage());
    }
  }

  private static String path(String name, String setting) {
    if (name.isEmpty()) {
      return "call." + setting;
    }
    return setting.equals("name") ? "calls" : "calls." + name + "." + setting;
  }

  private String file(Path folder) {
    if (data.isEmpty()) {
      return "";
    }
    try {
      return folder.resolve(data).toAbsolutePath().normalize().toString();
    } catch (InvalidPathException e) {
      throw new InvalidSettingException("data", "invalid path '" + data + "'");
    }
  }

  static CallSection of(CallSettings call) {
    return new CallSection(
        call.service(),
        call.version(),
        call.group(),
        call.method(),
        json(call.arguments()),
        call.data(),
        call.order(),
        new TreeMap<>(call.attachments()),
        Answer.of(call.answer()),
        call.serialization(),
        call.generic(),
        call.weight());
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      return JsonNodeFactory.instance.textNode(text);
    }
  }
}
