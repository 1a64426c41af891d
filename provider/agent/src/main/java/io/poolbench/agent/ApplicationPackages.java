package io.poolbench.agent;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.regex.Pattern;

/**
 * Packages of the application, learned from the stacks of its threads: a stack's outermost frame
 * that is of no known library belongs to it.
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

  private static final List<String> IDLE_IN_JETTY =
      Arrays.asList("idleJobPoll", "reservedWait", "waitForTask", "nioSelect", "select", "accept");

  private final Set<String> learned = new CopyOnWriteArraySet<>();

  /** The beginnings of the names of the application's classes, as {@link WaitSites#prefixes}. */
  List<String> of(StackTraceElement[] stack) {
    for (int frame = stack.length - 1; frame >= 0; frame--) {
      String name = stack[frame].getClassName();
      if (!LIBRARY.matcher(name).matches()) {
        learned.addAll(WaitSites.prefixes(Collections.singleton(name)));
        break;
      }
    }
    return new ArrayList<>(learned);
  }

  /** Whether a thread of Jetty's pool, which tells no other sign, waits for work. */
  static boolean isIdleInJetty(StackTraceElement[] stack) {
    return Arrays.stream(stack)
        .filter(frame -> frame.getClassName().startsWith("org.eclipse.jetty."))
        .anyMatch(frame -> IDLE_IN_JETTY.contains(frame.getMethodName()));
  }
}
