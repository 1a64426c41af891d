package io.poolbench.agent;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Pools of connections that are reachable from threads: from a pool's own threads, such as
 * HikariCP's housekeeper, or from what the program's threads run.
 */
final class ReachableConnections {
  /** Objects looked at in one search, breadth first: some tens of milliseconds. */
  private static final int MAX_OBJECTS = 50_000;

  /** References that wait to be looked at: those of a cache may be millions. */
  private static final int MAX_WAITING = 4 * MAX_OBJECTS;

  private static final int MAX_DEPTH = 16;

  private final Fields fields;
  private final List<ObservedConnections> found = new ArrayList<>();

  ReachableConnections(Fields fields) {
    this.fields = fields;
  }

  List<ObservedConnections> found() {
    return found;
  }

  void search(List<?> roots) {
    found.removeIf(known -> !known.isInUse());
    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<Object> level = new ArrayDeque<>(roots);
    for (int depth = 0; depth < MAX_DEPTH && !level.isEmpty(); depth++) {
      Deque<Object> next = new ArrayDeque<>();
      for (Object each : level) {
        if (isFollowed(each) && seen.size() < MAX_OBJECTS && seen.add(each)) {
          if (found.stream().noneMatch(known -> known.isOf(each))) {
            ObservedConnections.of(each).ifPresent(found::add);
          }
          next.addAll(fields.values(each, MAX_WAITING - next.size()));
        }
      }
      level = next;
    }
    ObservedConnections.name(found);
  }

  private static boolean isFollowed(Object object) {
    return !(object instanceof CharSequence
        || object instanceof Number
        || object instanceof Class
        || object instanceof ClassLoader);
  }
}
