package io.poolbench.lab;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What a user can change where a program does not start for a cause that its log names. */
public record LogAdvice(Path log) {
  /** Messages of Dubbo and of the clients of its registries if they cannot reach a registry. */
  private static final Pattern REGISTRY_AWAY =
      Pattern.compile(
          ".*(zookeeper not connected|Failed to connect with zookeeper"
              + "|Failed to create nacos|Client not connected, current status:STARTING"
              + "|KeeperErrorCode = ConnectionLoss|Failed to (un)?register"
              + "|closing socket connection and attempting reconnect"
              + "|ClientCnxn.*UnresolvedAddressException).*");

  /** Messages of Dubbo if it finds no provider of a service that the program calls. */
  private static final Pattern NO_PROVIDER =
      Pattern.compile(
          ".*(?:No provider available for (?:the )?service"
              + "|Failed to check the status of the service"
              + "|No such any registry to reference)"
              + " (?:[\\w.-]+/)?(?<type>[\\w$]+(?:\\.[\\w$]+)+).*");

  /** Messages of Spring Boot and Spring Cloud where the configuration imports a config center. */
  private static final Pattern CONFIG_CENTER_OFF =
      Pattern.compile(
          ".*(Unable to load config data from"
              + " '(optional:)?(nacos|configserver|consul|zookeeper|apollo):|No"
              + " spring\\.config\\.import property has been defined).*");

  /** The message of a JDK from 16 on, if a library such as Dubbo 2.7 reflects on its classes. */
  private static final Pattern NOT_OPEN =
      Pattern.compile(".*module (\\S+) does not \"opens (\\S+)\" to .*");

  /** The message of a JVM that is older than the program's classes. */
  private static final Pattern NEWER_CLASSES =
      Pattern.compile(
          ".*compiled by a more recent version of the Java Runtime \\(class file version"
              + " (\\d+)\\..*");

  private static final int CLASS_VERSION_OF_JDK_0 = 44;

  /** The advice on all causes, each after a semicolon; otherwise empty. */
  String text() {
    List<String> all = new ArrayList<>();
    opens().ifPresent(all::add);
    LogTail.matches(log, NEWER_CLASSES)
        .mapToInt(newer -> Integer.parseInt(newer.group(1)) - CLASS_VERSION_OF_JDK_0)
        .max()
        .ifPresent(
            jdk -> all.add("it is built for JDK " + jdk + " (jvm.release, or --jvm-release)"));
    if (LogTail.has(log, CONFIG_CENTER_OFF)) {
      all.add(
          "its config center is switched off (configCenter: as-configured, or --config-center)");
    }
    List<String> missing =
        LogTail.matches(log, NO_PROVIDER).map(found -> found.group(1)).distinct().toList();
    if (!missing.isEmpty()) {
      all.add(
          "it found no provider of %s (--stub '%s.METHOD=JSON', or target.stubs, answers in its place)"
              .formatted(String.join(", ", missing), missing.get(0)));
    }
    registry().ifPresent(all::add);
    return all.stream().map("; "::concat).collect(Collectors.joining());
  }

  /** The advice where a registry cannot be reached, so that services may not be exported. */
  public Optional<String> registry() {
    return LogTail.has(log, REGISTRY_AWAY)
        ? Optional.of(
            "its registry cannot be reached (registry: none is for a provider that calls no other"
                + " service, or has stubs for them)")
        : Optional.empty();
  }

  private Optional<String> opens() {
    String options =
        LogTail.matches(log, NOT_OPEN)
            .map(
                closed -> "--add-opens=" + closed.group(1) + "/" + closed.group(2) + "=ALL-UNNAMED")
            .distinct()
            .collect(Collectors.joining(", "));
    return options.isEmpty()
        ? Optional.empty()
        : Optional.of("it needs the JVM options " + options + " (jvm.options, or --jvm-option)");
  }
}
