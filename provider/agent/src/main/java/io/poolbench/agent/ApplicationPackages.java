package io.poolbench.agent;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Packages of the application: those of known classes, or if none are known, learned from the
 * stacks of its threads, whose outermost frame that is of no known library belongs to it.
 */
final class ApplicationPackages {
  /** Frameworks that call applications, and libraries that applications call. */
  private static final Pattern LIBRARY =
      Pattern.compile(
          "(?:javax?|jdk|sun|com\\.sun|jakarta|kotlinx?|scala|groovy|reactor|rx|brave|akka"
              + "|org\\.(?:apache|springframework|eclipse|hibernate|mybatis|redisson|slf4j|jboss"
              + "|aspectj|postgresql|mariadb|mongodb|elasticsearch|quartz|glassfish|xerial|h2)"
              + "|io\\.(?:poolbench\\.agent|netty|grpc|lettuce|micrometer|opentelemetry|opentracing|undertow|vertx"
              + "|reactivex|seata|shardingsphere)"
              + "|com\\.(?:alibaba|google|zaxxer|fasterxml|mysql|mongodb|rabbitmq|netflix|ibm"
              + "|microsoft|oracle|squareup|caucho|github)"
              + "|net\\.(?:bytebuddy|sf|rubyeye)|ch\\.qos|redis\\.clients|okhttp3|oracle|cglib)\\..*"
              + "|.*(?:DubboWrap|DubboProxy|\\$sw|\\$\\$).*|(?:[^.]*\\$)?[Pp]roxy\\d+.*");

  private static final List<String> JDK =
      Arrays.asList("java.", "javax.", "jdk.", "sun.", "com.sun.proxy.");

  /** Packages of many owners, or of a framework and its samples: the next part tells them apart. */
  private static final List<String> SHARED =
      Arrays.asList(
          "org.apache",
          "org.apache.dubbo",
          "org.springframework",
          "com.alibaba",
          "com.github",
          "io.github",
          "com.google");

  private final boolean learns;
  private final Set<String> prefixes;

  /**
   * @param known names of classes of the application; empty to learn its packages
   */
  ApplicationPackages(Set<String> known) {
    this.prefixes = new LinkedHashSet<>(prefixes(known));
    this.learns = prefixes.isEmpty();
  }

  /** The beginnings of the names of the application's classes, given a further stack. */
  List<String> of(StackTraceElement[] stack) {
    for (int frame = stack.length - 1; learns && frame >= 0; frame--) {
      String name = stack[frame].getClassName();
      if (!LIBRARY.matcher(name).matches()) {
        prefixes.addAll(prefixes(Collections.singleton(name)));
        break;
      }
    }
    return new ArrayList<>(prefixes);
  }

  /**
   * The first parts of the packages that belong to the application; empty for its classes without a
   * package.
   *
   * @param classes of the application, by name; a proxy of the JDK is none
   */
  static List<String> prefixes(Set<String> classes) {
    return classes.stream()
        .filter(name -> JDK.stream().noneMatch(name::startsWith))
        .map(ApplicationPackages::prefix)
        .distinct()
        .collect(Collectors.toList());
  }

  private static String prefix(String name) {
    String[] parts = name.split("\\.", -1);
    int kept = Math.min(2, parts.length - 1);
    while (kept < parts.length - 1 && SHARED.contains(first(kept, parts))) {
      kept++;
    }
    return first(kept, parts) + (kept == 0 ? "" : ".");
  }

  private static String first(int count, String[] parts) {
    return String.join(".", Arrays.copyOf(parts, count));
  }

  static boolean isOfJdk(StackTraceElement frame) {
    return JDK.stream().anyMatch(frame.getClassName()::startsWith);
  }
}
