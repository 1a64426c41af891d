package io.poolbench.measure;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.poolbench.journal.CellEnvironment.ProviderHost;
import io.poolbench.journal.Entry;
import io.poolbench.journal.Host;
import io.poolbench.journal.Journal;
import io.poolbench.study.ResolvedStudy;
import io.poolbench.study.SettingsDifference;
import io.poolbench.study.Study;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * A run that goes on with the journal of an earlier one. What it measures is compared with what was
 * measured before, so study, host and version have to be the same.
 *
 * @param study as configured now
 * @param poolbench the version that runs now
 * @param providerHost where providers run; empty = on the driver's host
 */
public record Resumption(Study study, String poolbench, Optional<ProviderHost> providerHost) {
  public Resumption {
    Objects.requireNonNull(study, "study");
    Objects.requireNonNull(poolbench, "poolbench");
    Objects.requireNonNull(providerHost, "providerHost");
  }

  /** The digest of a study's settings, which a journal begins with; its name is none of them. */
  static String digest(Study study) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      ResolvedStudy.of(study)
          .yaml()
          .lines()
          .filter(line -> !line.startsWith("#"))
          .forEach(line -> digest.update((line + "\n").getBytes(UTF_8)));
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }

  /**
   * Checks that an earlier run can be resumed.
   *
   * @param begun the study as configured in the earlier run
   * @param host that runs now
   * @throws ResumptionException naming the first difference
   */
  public void require(Study begun, Journal earlier, Host host) throws ResumptionException {
    List<Entry.Began> runs = rows(earlier, Entry.Began.class);
    requireSame(SettingsDifference.between(begun, study));
    if (runs.isEmpty()) {
      return;
    }
    if (runs.stream().noneMatch(run -> run.study().equals(digest(begun)))) {
      throw new ResumptionException("study.yaml was changed since the run began");
    }
    Entry.Began first = runs.get(0);
    if (!first.poolbench().equals(poolbench)) {
      throw new ResumptionException(
          "poolbench version differs (was " + first.poolbench() + ", is " + poolbench + ")");
    }
    requireSame(host.differenceFrom(first.host()));
    for (Entry.Opened opened : rows(earlier, Entry.Opened.class)) {
      requireSame(
          ProviderHost.difference(opened.environment().providerHost(), providerHost.orElse(null)));
    }
  }

  private static <E extends Entry> List<E> rows(Journal journal, Class<E> kind) {
    return journal.entries().stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  private static void requireSame(Optional<String> difference) throws ResumptionException {
    if (difference.isPresent()) {
      throw new ResumptionException(difference.get());
    }
  }

  /** A run that cannot be resumed because it differs from the study. The message is one line. */
  public static final class ResumptionException extends Exception {
    private static final long serialVersionUID = 1L;

    ResumptionException(String problem) {
      super("cannot resume: " + problem);
    }
  }
}
