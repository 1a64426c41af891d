package io.poolbench.report;

import io.poolbench.api.EffectivePool;
import io.poolbench.api.RpcProtocol;
import io.poolbench.inspect.ApplicationSettings.Setting;
import io.poolbench.inspect.InspectedPool;
import io.poolbench.inspect.InspectedPool.PoolContradiction;
import io.poolbench.inspect.Inspection;
import io.poolbench.inspect.Inspection.CallAnswer;
import io.poolbench.inspect.RemoteInspector.RemoteInspection;
import io.poolbench.journal.FigureText;
import io.poolbench.journal.Units;
import io.poolbench.lab.TargetReport;
import io.poolbench.lab.TargetService;
import io.poolbench.limits.RefusalText;
import io.poolbench.report.format.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Formats an inspection as lines. */
public record InspectionText(Inspection inspection) {
  private static final String INDENT = "  ";

  /** An answer may have millions of characters. */
  private static final int MAX_CHARACTERS = 4_000;

  private static final int MAX_LINES = 60;

  /** The whole inspection in lines of any length, without control characters. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    boolean ran = inspection.startMillis() == 0;
    lines.add(
        "%s: Dubbo %s, JDK %s, %s"
            .formatted(
                inspection.name(),
                inspection.report().dubbo(),
                inspection.report().java(),
                ran
                    ? "runs already"
                    : "took calls after %s s"
                        .formatted(FigureText.measure(inspection.startMillis() / 1e3))));
    if (!inspection.report().jvmOptions().isEmpty()) {
      lines.add("JVM options: " + String.join(" ", inspection.report().jvmOptions()));
    }
    inspection.pools().forEach(pool -> lines.addAll(pool(pool)));
    if (inspection.pools().isEmpty()) {
      lines.add("");
      lines.add("No business pool was built: no port takes calls by a pool of Dubbo.");
    }
    inspection.report().services().forEach(service -> lines.addAll(service(service)));
    for (CallAnswer answer : inspection.answers()) {
      lines.addAll(answer(answer, ran ? "" : ", in a provider that has just started"));
    }
    if (!inspection.report().references().isEmpty()) {
      lines.add("");
      lines.add("Other services that it called:");
      inspection.report().references().forEach(called -> lines.add(INDENT + text(called)));
    }
    return lines.stream().map(Text::line).toList();
  }

  private static String text(TargetReport.Reference called) {
    return called.method()
        + (called.isRecorded()
            ? ": recorded as a stub, which answers after %s ms%s"
                .formatted(
                    FigureText.measure(Units.millis((double) called.nanos())),
                    called.varies() ? "; the first of several values" : "")
            : ": not recorded, " + called.problem());
  }

  /** The inspection of a provider that runs elsewhere, without control characters. */
  public static List<String> lines(RemoteInspection inspection) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s: answers %s after %s ms"
            .formatted(
                inspection.url(),
                inspection.url().startsWith(RpcProtocol.TRI.id()) ? "HTTP/2" : "a heartbeat",
                FigureText.measure(inspection.heartbeatMillis())));
    lines.add("Not seen from outside: its pools, its configuration, its services, its CPU time.");
    inspection.answer().ifPresent(answer -> lines.addAll(answer(answer, "")));
    return lines.stream().map(Text::line).toList();
  }

  /** The pool's protocol, with the actual port where several pools have that protocol. */
  private String name(InspectedPool inspected) {
    String protocol = inspected.pool().protocol();
    boolean only =
        inspection.pools().stream().filter(of -> of.pool().protocol().equals(protocol)).count()
            == 1;
    return "Pool of " + protocol + (only ? "" : " on port " + inspected.pool().port());
  }

  private List<String> pool(InspectedPool inspected) {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add("%s runs %s".formatted(name(inspected), inspected.pool().runs().label()));
    List<PoolContradiction> contradictions = inspected.contradictions();
    contradictions.forEach(
        found ->
            lines.add(
                INDENT
                    + "but configured is %s: %s"
                        .formatted(
                            found.configured().label(), String.join(", ", found.settings()))));
    if (inspected.isDefault()) {
      lines.add(INDENT + "configured nowhere that can be seen: Dubbo's default");
    } else if (contradictions.isEmpty() && !inspected.settings().isEmpty()) {
      lines.add(
          INDENT
              + "as configured: "
              + inspected.settings().values().stream()
                  .map(Setting::text)
                  .collect(Collectors.joining(", ")));
    } else if (contradictions.isEmpty()) {
      lines.add(
          INDENT
              + "as its URL says: "
              + inspected.pool().configured().entrySet().stream()
                  .map(entry -> entry.getKey() + "=" + entry.getValue())
                  .sorted()
                  .collect(Collectors.joining(", ")));
    }
    if (!inspected.pool().exchangedBy().isEmpty()) {
      lines.add(INDENT + "exchanged by the program for a " + inspected.pool().exchangedBy());
    }
    EffectivePool runs = inspected.pool().runs();
    String most = runs.mostCalls().isPresent() ? " (running and queued)" : "";
    lines.add(INDENT + RefusalText.of(runs) + most);
    if (inspected.isUnused()) {
      lines.add(INDENT + "runs no call: dispatcher=direct runs them in the I/O threads");
    }
    lines.add(INDENT + "shared by " + FigureText.counted(inspected.services().size(), "service"));
    return lines;
  }

  private static List<String> service(TargetService service) {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(
        "%s (%s%s)"
            .formatted(
                service.callName(),
                service.protocol(),
                service.serialization().isEmpty() ? "" : ", " + service.serialization()));
    for (TargetService.Method method : service.methods()) {
      lines.add(
          INDENT
              + method.text()
              + (method.isAsynchronous() ? " (its calls give their thread back)" : ""));
      service
          .executes(method)
          .ifPresent(
              most ->
                  lines.add(
                      INDENT.repeat(2)
                          + "Dubbo refuses a call beyond %d at once: executes".formatted(most)));
    }
    if (service.generic()) {
      lines.add(INDENT + "a GenericService: any method, called with --call SERVICE.METHOD(...)");
    }
    return lines;
  }

  private static List<String> answer(CallAnswer answer, String where) {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(
        "%s.%s%s: %s after %s ms%s"
            .formatted(
                answer.call().service().callName(),
                answer.call().method().name(),
                answer
                    .call()
                    .arguments()
                    .valueStream()
                    .map(argument -> begin(argument.toString()))
                    .collect(Collectors.joining(", ", "(", ")")),
                answer.failed() ? "failed" : "answered",
                FigureText.measure(answer.millis()),
                where));
    begin(answer.text()).lines().forEach(line -> lines.add(INDENT + line));
    return lines;
  }

  /** The whole text, or its first lines or characters and how long it is. */
  private static String begin(String text) {
    int end = Math.min(MAX_CHARACTERS, text.length());
    int lines = 0;
    for (int at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) {
      if (++lines == MAX_LINES) {
        end = at;
      }
    }
    return end == text.length()
        ? text
        : "%s\n... (%s characters)"
            .formatted(text.substring(0, end).stripTrailing(), FigureText.count(text.length()));
  }
}
