package io.poolbench.lab;

import io.poolbench.api.ContractJson;
import io.poolbench.api.EffectivePool;
import io.poolbench.journal.ViolationCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The agent's report on the target in which it runs.
 *
 * @param dubbo the version of Dubbo, such as {@code 3.3.6}
 * @param jvmOptions those of its JVM for heap, collector and modules, wherever they were set
 * @param pools all business pools of the target, in the order of their creation
 * @param classPath the jars and folders, on the target's machine, from which its services' class
 *     loaders load classes
 * @param references the methods of other services that the target called, by name, if it was
 *     started to record them
 */
public record TargetReport(
    String dubbo,
    String java,
    List<String> jvmOptions,
    List<Pool> pools,
    List<TargetService> services,
    List<String> classPath,
    List<Reference> references) {
  public TargetReport {
    Objects.requireNonNull(dubbo, "dubbo");
    Objects.requireNonNull(java, "java");
    jvmOptions = List.copyOf(jvmOptions);
    pools = List.copyOf(pools);
    services = List.copyOf(services);
    classPath = List.copyOf(classPath);
    references = List.copyOf(references);
  }

  /**
   * Parses the answer to {@link io.poolbench.core.AgentProtocol#REPORT}.
   *
   * @throws IllegalArgumentException if the text is not a report
   */
  public static TargetReport parse(String text) {
    return ContractJson.read(text, TargetReport.class);
  }

  /**
   * The class path of the services, if it is on this host; otherwise empty.
   *
   * @see TargetReport#classPath
   */
  public Optional<List<String>> classPathHere() {
    return classPath.isEmpty() || !classPath.stream().map(Path::of).allMatch(Files::exists)
        ? Optional.empty()
        : Optional.of(classPath);
  }

  /** The services of a port; of all ports for 0. */
  public List<TargetService> services(int port) {
    return services.stream().filter(each -> port == 0 || each.port() == port).toList();
  }

  /**
   * Checks that the pool of a port is the one that was built, which alone can be measured and
   * replaced.
   */
  public void requireMeasured(int port) throws LabException {
    for (Pool pool : pools) {
      if (pool.port() == port && !pool.exchangedBy().isEmpty()) {
        throw new LabException(
            ViolationCode.POOL_NOT_REPLACED,
            ("pool of port %s was exchanged by the program for a %s, which cannot be measured"
                    + " (valid: a program that does not, such as by -D spring.dynamic.tp.enabled=false"
                    + " or -D dynamictp.enabled=false)")
                .formatted(port, pool.exchangedBy()));
      }
    }
  }

  /**
   * A method of another service that the target called.
   *
   * @param method such as {@code com.example.StockService.level}
   * @param json its first answer, as a stub has it; null if no stub can answer the same
   * @param nanos the shortest time of a call
   * @param problem why there is no answer; empty if there is one
   * @param varies whether later calls had other answers
   */
  public record Reference(String method, String json, long nanos, String problem, boolean varies) {
    public Reference {
      Objects.requireNonNull(method, "method");
      Objects.requireNonNull(problem, "problem");
    }

    public boolean isRecorded() {
      return json != null;
    }
  }

  /**
   * A business pool of the target.
   *
   * @param protocol the protocol of the server that it serves, such as {@code dubbo}
   * @param extension the name or the class of Dubbo's extension, such as {@code FixedThreadPool}
   * @param runs read back from the running executor
   * @param configured the parameters {@code threadpool}, {@code threads}, {@code corethreads},
   *     {@code queues} and {@code alive} of the URL when the pool was built; absent ones are
   *     omitted
   * @param replaceable whether another pool can take its place while the program runs
   * @param exchangedBy the class of the executor that the program put in the place of this pool
   *     after it was built, as dynamic-tp does; empty if it did not
   */
  public record Pool(
      String protocol,
      int port,
      String extension,
      EffectivePool runs,
      Map<String, String> configured,
      boolean replaceable,
      String exchangedBy) {
    public Pool {
      Objects.requireNonNull(protocol, "protocol");
      Objects.requireNonNull(extension, "extension");
      Objects.requireNonNull(runs, "runs");
      configured = Map.copyOf(configured);
      Objects.requireNonNull(exchangedBy, "exchangedBy");
    }

    /** The type of pool by its name in Dubbo, such as {@code fixed}. */
    public String type() {
      return extension.replaceFirst("ThreadPool$", "").toLowerCase(Locale.ROOT);
    }
  }
}
