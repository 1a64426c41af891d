package io.poolbench.agent;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Samples the threads that run business methods: whether each runs, or at which site of the
 * application it waits, and for what; and which others run code of the application. It takes CPU
 * time of the provider, so that it runs only while nothing is measured. Thread-safe.
 */
final class WaitSites {
  /**
   * Threads sampled at a time, chosen at random. A moment takes a safepoint of some 0.5 ms, nearly
   * as long for one thread as for eight, so that few moments with many threads cost least.
   */
  private static final int MAX_THREADS = 8;

  private static final int MIN_GAP_MILLIS = 25;
  private static final int MAX_GAP_MILLIS = 75;

  /** Frames of a stack; deeper ones belong to the framework that called the application. */
  static final int MAX_FRAMES = 150;

  /** The place of a thread without a frame of the application or of a library. */
  private static final String OUTSIDE = "Dubbo";

  private static final String DUBBO = "org.apache.dubbo.";

  /** Classes that Dubbo generates in the package of a service, of either side of a call. */
  private static final Pattern GENERATED = Pattern.compile("(?:Dubbo(?:Wrap|Proxy)|\\$sw)\\d+$");

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

  private final BusinessCalls calls;
  private final Supplier<Set<String>> classes;
  private final List<ObservedConnections> connectionPools;
  private final Map<String, Site> sites = new TreeMap<>();
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private final OtherThreads others = new OtherThreads();
  private Thread sampler;
  private long moments;
  private long busy;

  /**
   * @param classes names of the interfaces that the program exports, and of what implements them
   * @param connectionPools those that the program has built
   */
  WaitSites(
      BusinessCalls calls,
      Supplier<Set<String>> classes,
      List<ObservedConnections> connectionPools) {
    this.calls = calls;
    this.classes = classes;
    this.connectionPools = connectionPools;
  }

  /** Forgets all samples, and samples until {@link #end}. */
  synchronized void begin() {
    end();
    moments = 0;
    busy = 0;
    sites.clear();
    others.clear();
    connectionPools.forEach(ObservedConnections::clear);
    sampler = Agent.daemon(this::sample, "poolbench-sites");
  }

  synchronized void end() {
    if (sampler != null) {
      sampler.interrupt();
      sampler = null;
    }
  }

  /** Raises the maximum of the connection pools of a name: {@code {"12", "HikariPool-1"}}. */
  void resizeConnections(String[] sizeAndName) {
    int size = Integer.parseInt(sizeAndName[0]);
    connectionPools.forEach(pool -> pool.resize(sizeAndName[1], size));
  }

  private void sample() {
    List<String> own = prefixes(classes.get());
    try {
      while (isSampling()) {
        Thread.sleep(ThreadLocalRandom.current().nextInt(MIN_GAP_MILLIS, MAX_GAP_MILLIS + 1));
        List<Long> ids = calls.busyThreads();
        Collections.shuffle(ids);
        long[] some = ids.stream().limit(MAX_THREADS).mapToLong(Long::longValue).toArray();
        add(ids.size(), threads.getThreadInfo(some, MAX_FRAMES), own);
        // A thread may begin a call at any moment: those of the pool are never others.
        List<Long> outside =
            OtherThreads.outside(threads.getAllThreadIds(), calls.everBusyThreads());
        addOthers(
            threads.getThreadInfo(OtherThreads.some(outside), MAX_FRAMES), outside.size(), own);
      }
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
    }
  }

  /** The number of frames up to the innermost one of the application; 0 if there is none. */
  private static int depth(StackTraceElement[] stack, List<String> own) {
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

  private synchronized boolean isSampling() {
    return sampler == Thread.currentThread();
  }

  private synchronized void add(int running, ThreadInfo[] some, List<String> own) {
    if (!isSampling()) {
      return;
    }
    moments++;
    busy += running;
    connectionPools.forEach(ObservedConnections::sample);
    for (ThreadInfo thread : some) {
      if (thread != null && thread.getStackTrace().length > 0) {
        site(thread, own)
            .ifPresent(site -> sites.merge(site.toString(), site, (known, same) -> known.again()));
      }
    }
  }

  private synchronized void addOthers(ThreadInfo[] some, int outside, List<String> own) {
    if (isSampling()) {
      others.add(some, outside / (double) Math.max(1, some.length), own);
    }
  }

  /** The innermost frame of the application; empty in a thread that has none, or no task. */
  static Optional<String> ownSite(StackTraceElement[] stack, List<String> own) {
    int depth = depth(stack, own);
    return depth == 0 || Site.isIdle(stack)
        ? Optional.empty()
        : Optional.of(Site.text(stack[depth - 1]));
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
        .map(WaitSites::prefix)
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

  static Optional<Site> site(ThreadInfo thread, List<String> own) {
    return Site.of(
        thread.getThreadState(),
        thread.getLockInfo() == null ? "" : thread.getLockInfo().getClassName(),
        thread.getStackTrace(),
        own);
  }

  synchronized JsonObject toJson() {
    JsonArray found = new JsonArray();
    sites.values().forEach(site -> found.add(site.toJson()));
    JsonArray limited = new JsonArray();
    connectionPools.forEach(pool -> pool.toJson().ifPresent(limited::add));
    JsonObject json = new JsonObject();
    json.addProperty("moments", moments);
    json.addProperty("busyThreads", moments == 0 ? 0 : (double) busy / moments);
    json.add("sites", found);
    json.add("connectionPools", limited);
    json.add("others", others.toJson(moments));
    return json;
  }

  /** What a thread does, where in the application, by what. */
  static final class Site {
    private final String state;
    private final String at;
    private final String via;
    private final String blocker;
    private long count = 1;

    private Site(String state, String at, String via, String blocker) {
      this.state = state;
      this.at = at;
      this.via = via;
      this.blocker = blocker;
    }

    /**
     * The site of a thread; empty if it has left the method and waits for its next task.
     *
     * @param blocker the class of what the thread waits for; empty if it does not wait
     * @param stack from the innermost frame on, not empty
     * @param own prefixes of the application's classes
     */
    static Optional<Site> of(
        Thread.State thread, String blocker, StackTraceElement[] stack, List<String> own) {
      String state = state(thread, stack);
      int depth = depth(stack, own);
      StackTraceElement outsideJdk = outsideJdk(stack);
      if (depth == 0 && isIdle(stack)) {
        return Optional.empty();
      }
      if (depth == 0 && (isOfJdk(outsideJdk) || isOfDubbo(outsideJdk.getClassName()))) {
        return Optional.of(new Site(state, OUTSIDE, "", ""));
      }
      // A proxy may wait before it calls the application: a transaction for its connection.
      String at = text(depth == 0 ? outsideJdk : stack[depth - 1]);
      String by = ObservedConnections.kindWaitedFor(stack).orElse(text(outsideJdk));
      return Optional.of(new Site(state, at, by.equals(at) ? "" : by, blocker));
    }

    private static boolean isIdle(StackTraceElement[] stack) {
      return Arrays.stream(stack).anyMatch(frame -> frame.getMethodName().equals("getTask"));
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
      return Arrays.stream(stack).filter(frame -> !isOfJdk(frame)).findFirst().orElse(stack[0]);
    }

    private static boolean isOfJdk(StackTraceElement frame) {
      return JDK.stream().anyMatch(frame.getClassName()::startsWith);
    }

    /** Class and method; a generated subclass counts as the class that it extends. */
    private static String text(StackTraceElement frame) {
      String name = frame.getClassName();
      int generated = name.indexOf("$$");
      return (generated < 0 ? name : name.substring(0, generated)) + "." + frame.getMethodName();
    }

    Site again() {
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
}
