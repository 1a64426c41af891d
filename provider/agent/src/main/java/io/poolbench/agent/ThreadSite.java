package io.poolbench.agent;

import com.google.gson.JsonObject;
import java.lang.management.ThreadInfo;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** What a thread does, where in the application, by what. */
final class ThreadSite {
  /** Frames of a stack; deeper ones belong to the framework that called the application. */
  static final int MAX_FRAMES = 150;

  /** The place of a thread without a frame of the application or of a library. */
  private static final String OUTSIDE = "Dubbo";

  private static final String DUBBO = "org.apache.dubbo.";

  /** Classes that Dubbo generates in the package of a service, of either side of a call. */
  private static final Pattern GENERATED = Pattern.compile("(?:Dubbo(?:Wrap|Proxy)|\\$sw)\\d+$");

  private final String state;
  private final String at;
  private final String via;
  private final String blocker;
  private long count = 1;

  private ThreadSite(String state, String at, String via, String blocker) {
    this.state = state;
    this.at = at;
    this.via = via;
    this.blocker = blocker;
  }

  /** The site of a thread; empty if it has ended, or waits for its next task. */
  static Optional<ThreadSite> of(ThreadInfo thread, ApplicationPackages packages) {
    StackTraceElement[] stack = thread.getStackTrace();
    return stack.length == 0
        ? Optional.empty()
        : of(
            thread.getThreadState(),
            thread.getLockInfo() == null ? "" : thread.getLockInfo().getClassName(),
            stack,
            packages.of(stack));
  }

  /**
   * The site of a thread; empty if it has left the method and waits for its next task.
   *
   * @param blocker the class of what the thread waits for; empty if it does not wait
   * @param stack from the innermost frame on, not empty
   * @param own prefixes of the application's classes
   */
  static Optional<ThreadSite> of(
      Thread.State thread, String blocker, StackTraceElement[] stack, List<String> own) {
    String state = state(thread, stack);
    int depth = depth(stack, own);
    StackTraceElement outsideJdk = outsideJdk(stack);
    if (depth == 0 && isIdle(stack)) {
      return Optional.empty();
    }
    if (depth == 0
        && (ApplicationPackages.isOfJdk(outsideJdk) || isOfDubbo(outsideJdk.getClassName()))) {
      return Optional.of(new ThreadSite(state, OUTSIDE, "", ""));
    }
    // A proxy may wait before it calls the application: a transaction for its connection.
    String at = text(depth == 0 ? outsideJdk : stack[depth - 1]);
    String by = ObservedConnections.kindWaitedFor(stack).orElse(text(outsideJdk));
    return Optional.of(new ThreadSite(state, at, by.equals(at) ? "" : by, blocker));
  }

  /** The number of frames up to the innermost one of the application; 0 if there is none. */
  static int depth(StackTraceElement[] stack, List<String> own) {
    return IntStream.range(0, stack.length)
        .filter(at -> isOwn(stack[at].getClassName(), own))
        .map(at -> at + 1)
        .findFirst()
        .orElse(0);
  }

  private static boolean isOwn(String name, List<String> own) {
    return own.stream()
            .anyMatch(prefix -> prefix.isEmpty() ? name.indexOf('.') < 0 : name.startsWith(prefix))
        && !GENERATED.matcher(name).find();
  }

  private static boolean isOfDubbo(String name) {
    return name.startsWith(DUBBO) || GENERATED.matcher(name).find();
  }

  private static boolean isIdle(StackTraceElement[] stack) {
    return Arrays.stream(stack).anyMatch(ThreadSite::isIdle);
  }

  /** Whether threads of an executor, of a ForkJoinPool or of Jetty wait there for a task. */
  private static boolean isIdle(StackTraceElement frame) {
    switch (frame.getMethodName()) {
      case "getTask":
        return true;
      case "awaitWork":
        return frame.getClassName().equals("java.util.concurrent.ForkJoinPool");
      case "idleJobPoll":
      case "reservedWait":
      case "waitForTask":
      case "nioSelect":
      case "select":
      case "accept":
        return frame.getClassName().startsWith("org.eclipse.jetty.");
      default:
        return false;
    }
  }

  private static String state(Thread.State thread, StackTraceElement[] stack) {
    StackTraceElement top = stack[0];
    switch (thread) {
      case BLOCKED:
        return "lock";
      case WAITING:
      case TIMED_WAITING:
        return top.getClassName().equals("java.lang.Thread")
                && top.getMethodName().startsWith("sleep")
            ? "sleep"
            : "wait";
      default:
        return top.isNativeMethod() && isOfSocket(stack) ? "socket" : "run";
    }
  }

  /** In {@code sun.nio.ch} files have the same native methods. */
  private static boolean isOfSocket(StackTraceElement[] stack) {
    String top = stack[0].getClassName();
    return top.startsWith("java.net.")
        || (top.startsWith("sun.nio.ch.")
            && Arrays.stream(stack)
                .noneMatch(frame -> frame.getClassName().equals("sun.nio.ch.FileChannelImpl")));
  }

  private static StackTraceElement outsideJdk(StackTraceElement[] stack) {
    return Arrays.stream(stack)
        .filter(frame -> !ApplicationPackages.isOfJdk(frame))
        .findFirst()
        .orElse(stack[0]);
  }

  /** Class and method; a generated subclass counts as the class that it extends. */
  private static String text(StackTraceElement frame) {
    return ApplicationPackages.withoutGenerated(frame.getClassName()) + "." + frame.getMethodName();
  }

  ThreadSite again() {
    count++;
    return this;
  }

  JsonObject toJson() {
    JsonObject json = new JsonObject();
    json.addProperty("state", state);
    json.addProperty("at", at);
    json.addProperty("via", via);
    json.addProperty("blocker", blocker);
    json.addProperty("count", count);
    return json;
  }

  @Override
  public String toString() {
    return state + " " + at + " " + via + " " + blocker;
  }
}
