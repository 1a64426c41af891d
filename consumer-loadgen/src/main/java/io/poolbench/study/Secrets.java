package io.poolbench.study;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.poolbench.api.InvalidSettingException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Values of settings that look secret by their names, or that have a password in them. They are
 * neither written nor printed: <code>${NAME}</code> stands in the place of each, with the name of
 * the environment variable that has the value when a program is started or called.
 */
public final class Secrets {
  /** The ends of words that name a secret, as in {@code dbpassword}. */
  private static final Pattern SECRET_WORD =
      Pattern.compile(
          ".*(?:credential|passphrase|passwd|password|pwd|secret|token|(?:api|access|secret)key)s?");

  private static final Set<String> LAST_WORDS = Set.of("key", "keys");

  /** A word of a command line that names the value of the next one. */
  private static final Pattern OPTION = Pattern.compile("--?(?<name>[\\w.-]+)");

  /** Switches, of which {@code dubbo.provider.token=false} is one. */
  private static final Set<String> NO_SECRETS = Set.of("", "true", "false", "default");

  /** A URL of user and password, and {@code password=x} in a URL, in JSON or among other words. */
  private static final Pattern WITH_PASSWORD =
      Pattern.compile(
          ".*(?:://[^/@\\s]*:[^/@\\s]+@"
              + "|(?:password|passwd|pwd|secret|token)[\"']?\\s*[=:]\\s*[\"']?[^&;\\s\"']).*",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /** A word of a command line that sets a value. */
  private static final Pattern ASSIGNMENT =
      Pattern.compile("(?<before>(?:-D|--?)?(?<name>[\\w.\\[\\]-]+)=)(?<value>.*)", Pattern.DOTALL);

  private static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Z_][A-Z0-9_]*)}");

  /** Start of a system property of this JVM that has a value which its own command line gave. */
  private static final String GIVEN = "poolbench.secret.";

  private static final List<String> MAPS = List.of("/target/properties", "/call/attachments");

  private static final List<String> LISTS = List.of("/target/arguments", "/provider/jvm/options");

  private Secrets() {}

  /** Whether a value must be written as the variable that stands for it. */
  static boolean isSecret(String name, String value) {
    return !NO_SECRETS.contains(value)
        && !VARIABLE.matcher(value).matches()
        && (looksSecret(name) || WITH_PASSWORD.matcher(value).matches());
  }

  private static boolean looksSecret(String name) {
    List<String> words =
        Arrays.stream(name.split("[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])", -1))
            .map(word -> word.toLowerCase(Locale.ROOT))
            .filter(word -> !word.isEmpty())
            .toList();
    return words.stream().anyMatch(SECRET_WORD.asMatchPredicate())
        || (!words.isEmpty() && LAST_WORDS.contains(words.get(words.size() - 1)));
  }

  /** What is written in the place of a value: itself, unless it is secret. */
  public static String written(String name, String value) {
    return isSecret(name, value) ? "${" + variable(name) + "}" : value;
  }

  /** The variable by which Spring Boot, too, sets a property. */
  private static String variable(String name) {
    String upper = name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]+", "_");
    return upper.matches("[A-Z_].*") ? upper : "_" + upper;
  }

  /** The words of a command line, or of options, without secret values. */
  public static List<String> written(Collection<String> words) {
    return words(List.copyOf(words), Secrets::written);
  }

  /** As {@link #written}, but a value is hidden for its name alone: what it contains is shown. */
  static List<String> writtenByName(Collection<String> words) {
    return words(
        List.copyOf(words), (name, value) -> looksSecret(name) ? written(name, value) : value);
  }

  /** The words of a command line, with a function of name and value in the place of values. */
  private static List<String> words(List<String> words, BinaryOperator<String> value) {
    List<String> all = new ArrayList<>();
    String option = "";
    for (String word : words) {
      boolean isValue = looksSecret(option) && !word.startsWith("-");
      all.add(isValue ? value.apply(option, word) : word(word, value));
      Matcher named = OPTION.matcher(word);
      option = named.matches() ? named.group("name") : "";
    }
    return all;
  }

  /** A word, with a function of the name and the value that it sets in the place of the value. */
  private static String word(String word, BinaryOperator<String> value) {
    Matcher set = ASSIGNMENT.matcher(word);
    return set.matches()
        ? set.group("before") + value.apply(set.group("name"), set.group("value"))
        : word;
  }

  /**
   * Replaces the secret values in the settings of a study or of a cell.
   *
   * @return the values by the variables that stand for them
   */
  public static Map<String, String> hide(ObjectNode study) {
    Map<String, String> hidden = new LinkedHashMap<>();
    for (String map : MAPS) {
      hideValues(study.at(map), hidden);
    }
    study.path("calls").forEach(call -> hideValues(call.path("attachments"), hidden));
    for (String list : LISTS) {
      if (study.at(list) instanceof ArrayNode words) {
        List<String> written =
            words(
                words.valueStream().map(JsonNode::asText).toList(),
                (name, value) -> hide(name, value, hidden));
        words.removeAll();
        written.forEach(words::add);
      }
    }
    return hidden;
  }

  private static void hideValues(JsonNode map, Map<String, String> hidden) {
    for (Map.Entry<String, JsonNode> entry : map.properties()) {
      String value = entry.getValue().asText();
      if (isSecret(entry.getKey(), value)) {
        entry.setValue(TextNode.valueOf(hide(entry.getKey(), value, hidden)));
      }
    }
  }

  /** What is written for a value: a numbered variable where another value has that of the name. */
  private static String hide(String name, String value, Map<String, String> hidden) {
    if (!isSecret(name, value)) {
      return value;
    }
    String variable = variable(name);
    for (int number = 2; !value.equals(hidden.getOrDefault(variable, value)); number++) {
      variable = variable(name) + "_" + number;
    }
    hidden.put(variable, value);
    return "${" + variable + "}";
  }

  /** Gives hidden values to this JVM, for the study that it has written and runs itself. */
  public static void give(Map<String, String> hidden) {
    hidden.forEach((variable, value) -> System.setProperty(GIVEN + variable, value));
  }

  /**
   * The values that a program or a call gets, with the values of variables.
   *
   * @throws InvalidSettingException for the setting if the variable of a secret is not set
   */
  public static Map<String, String> resolved(String setting, Map<String, String> values) {
    Map<String, String> all = new LinkedHashMap<>();
    values.forEach((name, value) -> all.put(name, resolved(setting, name, value)));
    return all;
  }

  /** The words of a command line, or options, with the values of variables. */
  public static List<String> resolved(String setting, List<String> words) {
    return words(words, (name, value) -> resolved(setting, name, value));
  }

  private static String resolved(String setting, String name, String value) {
    Matcher variable = VARIABLE.matcher(value);
    if (!variable.matches()) {
      return value;
    }
    return Optional.ofNullable(System.getenv(variable.group(1)))
        .or(() -> Optional.ofNullable(System.getProperty(GIVEN + variable.group(1))))
        .orElseGet(
            () -> {
              // A placeholder of another name may be one that the program itself resolves.
              if (looksSecret(name) || variable.group(1).matches(variable(name) + "(_\\d+)?")) {
                throw new InvalidSettingException(
                    setting,
                    "%s: environment variable %s is not set (valid: its secret value)"
                        .formatted(name, variable.group(1)));
              }
              return value;
            });
  }
}
