package io.poolbench.agent;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Packages of the application: those of known classes, or, if none are known, learned from stacks.
 * The class that Dubbo calls as a service belongs to the application. In a pool's stack without a
 * known class, the outermost class that is of no listed library does.
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

  /** Generated classes, and one of Dubbo's, that call the implementation of a service. */
  private static final Pattern DISPATCHER =
      Pattern.compile(
          "(?:DubboWrap|[$]sw)\\d+$|^org[.]apache[.]dubbo[.](?:common[.]bytecode[.]Wrapper\\d+"
              + "|rpc[.]proxy[.]jdk[.]JdkProxyFactory[$]1)$");

  /** A dispatcher, and what it calls a service through. */
  private static final Pattern CALLS =
      Pattern.compile(
          DISPATCHER.pattern() + "|^(?:java[.]lang|jdk[.]internal|sun)[.](?:reflect|invoke)[.]");

  /** What Dubbo exports itself: services of metadata, health and reflection. */
  private static final Pattern OF_DUBBO =
      Pattern.compile(
          "org[.]apache[.]dubbo[.](?:common|config|metadata|qos|registry|remoting|rpc)[.].*");

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

  /** Of known classes and of services, for all pools. */
  private final Set<String> certain;

  /**
   * Whether a class is a dispatcher, for all pools: each stack has some hundred frames, and to
   * match their names would take longer than the sample.
   */
  private final Map<String, Boolean> dispatchers;

  /** For one pool, as the outermost class in another may be of a library. */
  private final Set<String> guessed = new LinkedHashSet<>();

  /**
   * @param known names of classes of the application; empty to learn its packages
   */
  ApplicationPackages(Set<String> known) {
    certain = new LinkedHashSet<>(prefixes(known));
    dispatchers = new HashMap<>();
    learns = certain.isEmpty();
  }

  private ApplicationPackages(ApplicationPackages other) {
    certain = other.certain;
    dispatchers = other.dispatchers;
    learns = other.learns;
  }

  ApplicationPackages forAnotherPool() {
    return new ApplicationPackages(this);
  }

  /** The beginnings of the names of the application's classes, given a further stack. */
  List<String> of(StackTraceElement[] stack) {
    if (learns) {
      learn(stack);
    }
    return known();
  }

  private List<String> known() {
    List<String> known = new ArrayList<>(certain);
    known.addAll(guessed);
    return known;
  }

  private void learn(StackTraceElement[] stack) {
    int called = stack.length;
    while (called > 0 && !isDispatcher(stack[called - 1].getClassName())) {
      called--;
    }
    // A JDK proxy is no class of the application.
    Optional<String> service =
        outermost(stack, called, name -> !CALLS.matcher(name).find())
            .filter(name -> JDK.stream().noneMatch(name::startsWith))
            .filter(name -> !OF_DUBBO.matcher(name).matches());
    if (service.isPresent()) {
      certain.add(learned(withoutGenerated(service.get())));
    } else if (ThreadSite.depth(stack, known()) == 0) {
      int outer = called == 0 ? stack.length : called;
      outermost(stack, outer, name -> !LIBRARY.matcher(name).matches())
          .ifPresent(name -> guessed.add(learned(name)));
    }
  }

  private boolean isDispatcher(String name) {
    return dispatchers.computeIfAbsent(name, unknown -> DISPATCHER.matcher(unknown).find());
  }

  /** The class of the outermost frame of some kind, of the innermost frames. */
  private static Optional<String> outermost(
      StackTraceElement[] stack, int innermost, Predicate<String> some) {
    return IntStream.rangeClosed(1, innermost)
        .mapToObj(depth -> stack[innermost - depth].getClassName())
        .filter(some)
        .findFirst();
  }

  /** Of a class among a library's, its package alone. */
  private static String learned(String name) {
    return LIBRARY.matcher(name).matches()
        ? name.substring(0, name.lastIndexOf('.') + 1)
        : prefix(name);
  }

  /** A class, or of a generated subclass the one that it extends. */
  static String withoutGenerated(String name) {
    int generated = name.indexOf("$$");
    return generated < 0 ? name : name.substring(0, generated);
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
