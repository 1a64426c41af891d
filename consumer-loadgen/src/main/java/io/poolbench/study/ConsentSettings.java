package io.poolbench.study;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.poolbench.study.ConfigException.Place;
import io.poolbench.study.StudyFile.Part;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The settings by which a study may run any program or code with the user's rights. */
final class ConsentSettings {
  private static final JsonPointer JVM_OPTIONS = JsonPointer.compile("/provider/jvm/options");

  private static final JsonPointer PROPERTIES = JsonPointer.compile("/target/properties");
  private static final JsonPointer ARGUMENTS = JsonPointer.compile("/target/arguments");

  /** Those that give a program values, secret ones among them, which are not to be printed. */
  private static final Set<JsonPointer> GIVEN = Set.of(PROPERTIES, ARGUMENTS);

  private static final List<JsonPointer> OF_PART =
      List.of(
          JsonPointer.compile("/before"),
          JsonPointer.compile("/after"),
          JsonPointer.compile("/target/jar"),
          JsonPointer.compile("/target/classpath"),
          JsonPointer.compile("/target/main"),
          JsonPointer.compile("/target/attach"),
          PROPERTIES,
          ARGUMENTS,
          JsonPointer.compile("/target/folder"),
          JsonPointer.compile("/target/registry"),
          JsonPointer.compile("/target/configCenter"),
          JsonPointer.compile("/provider/classpath"),
          JVM_OPTIONS);

  /** Controls, but for line breaks and tabs, and marks that change the direction of writing. */
  private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cf}&&[^\\n\\t]]");

  private final ObjectNode defaults;
  private final Set<String> found = new LinkedHashSet<>();

  private ConsentSettings(StudySchema schema) {
    this.defaults = schema.completeCell(JsonNodeFactory.instance.objectNode(), Path.of(""));
  }

  /** Those that a file sets, each as {@code provider.jvm.options: -Xmx2g}, without defaults. */
  static List<String> in(StudyFile file, StudySchema schema) {
    ConsentSettings settings = new ConsentSettings(schema);
    for (Part part : file.parts()) {
      Settings cell = part.base().overriddenBy(part.cell());
      OF_PART.forEach(pointer -> settings.add(cell, pointer));
    }
    return List.copyOf(settings.found);
  }

  static boolean isOfJvmOptions(String set) {
    return set.startsWith(Place.dotted(JVM_OPTIONS) + ": ");
  }

  private void add(Settings settings, JsonPointer pointer) {
    JsonNode value = settings.at(pointer);
    List<String> words = words(value);
    String text =
        value.isContainerNode()
            ? (GIVEN.contains(pointer) ? Secrets.writtenByName(words) : words)
                .stream().map(ShellWord::quoted).collect(Collectors.joining(" "))
            : value.asText();
    if (!text.isEmpty() && !value.equals(defaults.at(pointer))) {
      String path = Place.dotted(pointer);
      requirePrintable(path, text);
      // Whole: what is cut, or looks like another line, is not consented to.
      found.add(path + ": " + text.replace("\n", "\\n").replace("\t", "\\t"));
    }
  }

  /** The elements of a list, or the members of an object as {@code name=value}. */
  private static List<String> words(JsonNode value) {
    List<String> words = new ArrayList<>();
    value.properties().forEach(each -> words.add(each.getKey() + "=" + each.getValue().asText()));
    if (value.isArray()) {
      value.forEach(each -> words.add(each.asText()));
    }
    return words;
  }

  private static void requirePrintable(String path, String text) {
    Matcher unprintable = UNPRINTABLE.matcher(text);
    if (unprintable.find()) {
      throw ConfigException.of(
          path,
          "character U+%04X (valid: printable text)".formatted(unprintable.group().codePointAt(0)));
    }
  }
}
