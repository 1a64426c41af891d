package io.poolbench.agent;

import com.google.gson.JsonArray;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The services that the provider exports, and what implements them. Thread-safe. */
final class ServiceExports {
  /** Time without an export after which all services count as exported. */
  static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private final List<ExportedService> services = new CopyOnWriteArrayList<>();

  /** The implementations of each interface; groups and versions of a service may have their own. */
  private final Map<Class<?>, Set<Class<?>>> implementations = new ConcurrentHashMap<>();

  /** Exports in progress. Time within a long export does not count as time without one. */
  private final AtomicInteger exports = new AtomicInteger();

  private volatile long lastNanos;

  void begun() {
    exports.incrementAndGet();
  }

  void ended() {
    lastNanos = System.nanoTime();
    exports.decrementAndGet();
  }

  /** Adds a service in place of the same one that was exported before. */
  void add(ExportedService service) {
    services.removeIf(service::isSame);
    services.add(service);
    lastNanos = System.nanoTime();
  }

  /** Whether a service is exported on the port, and no export of any is in progress or recent. */
  boolean areComplete(int port) {
    return ports().contains(port) && exports.get() == 0 && quietNanos() > QUIET_NANOS;
  }

  long quietNanos() {
    return System.nanoTime() - lastNanos;
  }

  Optional<ExportedService> first() {
    return services.stream().findFirst();
  }

  void forEach(Consumer<ExportedService> action) {
    services.forEach(action);
  }

  /** Whether a service that is exported is run by a pool. */
  boolean areRunBy(BuiltPool pool) {
    return services.stream().anyMatch(service -> service.isRunBy(pool));
  }

  boolean contradict(ExportedService other) {
    return services.stream().anyMatch(other::contradicts);
  }

  SortedSet<Integer> ports() {
    return services.stream()
        .map(service -> service.url().port())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The names of the application's interfaces, and of the classes that implement services. */
  Set<String> classes() {
    return services.stream()
        .flatMap(
            service ->
                Stream.concat(
                    service.isGeneric() ? Stream.empty() : Stream.of(service.type()),
                    implementations.getOrDefault(service.type(), Collections.emptySet()).stream()))
        .map(Class::getName)
        .collect(Collectors.toSet());
  }

  /** See {@link LoadedFrom}. */
  List<String> loadedFrom() {
    return LoadedFrom.of(services.stream().map(ExportedService::type).collect(Collectors.toList()));
  }

  /** An interface that was loaded again replaces the earlier one, whose classes are freed. */
  void implemented(Class<?> service, Object implementation) {
    implementations
        .keySet()
        .removeIf(known -> known != service && known.getName().equals(service.getName()));
    implementations
        .computeIfAbsent(service, first -> ConcurrentHashMap.newKeySet())
        .add(DeclaredTransaction.implementation(implementation));
  }

  JsonArray toJson() {
    JsonArray json = new JsonArray();
    services.forEach(
        service ->
            json.add(
                service.toJson(
                    implementations.getOrDefault(service.type(), Collections.emptySet()))));
    return json;
  }
}
