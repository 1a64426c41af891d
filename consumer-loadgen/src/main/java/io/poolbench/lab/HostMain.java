package io.poolbench.lab;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.poolbench.api.ContractJson;
import io.poolbench.api.Ready;
import io.poolbench.core.ProviderRequest;
import io.poolbench.core.StartException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The main class of the process that answers for another machine: a {@link ThisMachine} there. It
 * ends when its input ends, with all that was started for it.
 */
public final class HostMain {
  /** Time for an orderly end; what is left is then killed. */
  private static final long END_MILLIS = 1_200;

  private HostMain() {}

  /**
   * Serves requests until the input ends.
   *
   * @param arguments the folder of the release
   */
  public static void main(String[] arguments) {
    PrintStream output = System.out;
    // Standard output has the answers only.
    System.setOut(System.err);
    Path home = Path.of(arguments[0]);
    try {
      ThisMachine machine = ThisMachine.of(home, Build.of(home).hash());
      BufferedReader input = new BufferedReader(new InputStreamReader(System.in, UTF_8));
      String unused = input.readLine(); // The configuration, of which there is none.
      output.println(new Ready(ProcessHandle.current().pid(), "host", List.of()).toLine());
      ProviderRequest.follow(
          input,
          (command, argument) -> answer(machine, command, argument),
          output::println,
          line -> System.err.println("ignored: " + line));
      end(machine);
    } catch (IOException | LabException | RuntimeException e) {
      System.err.println(StartException.rootMessage(e));
      Runtime.getRuntime().halt(1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(0);
  }

  /** Ends all in order, and kills what is left after some time, such as a stopped process. */
  private static void end(ThisMachine machine) {
    CompletableFuture.allOf(CompletableFuture.runAsync(machine::close), machine.guardedEnded())
        .completeOnTimeout(null, END_MILLIS, TimeUnit.MILLISECONDS)
        .exceptionally(failed -> null)
        .join();
    machine.endGuarded();
    ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
  }

  /** The answer as {@code answer}, or {@code code} and {@code problem} of a failure of the lab. */
  static JsonElement answer(ThisMachine machine, String command, String argument) {
    JsonObject result = new JsonObject();
    try {
      MachineRequest<?> request = ContractJson.read(argument, type(command));
      result.add("answer", JsonParser.parseString(ContractJson.write(request.answer(machine))));
    } catch (LabException e) {
      result.addProperty("code", e.code().id());
      result.addProperty("problem", e.getMessage());
    } catch (InterruptedException e) {
      throw new IllegalArgumentException("interrupted", e);
    }
    return result;
  }

  @SuppressWarnings("unchecked")
  private static <R extends Record & MachineRequest<?>> Class<R> type(String command) {
    return (Class<R>)
        Arrays.stream(MachineRequest.class.getDeclaredClasses())
            .filter(type -> type.isRecord() && type.getSimpleName().equals(command))
            .findFirst()
            .orElseThrow(() -> ProviderRequest.unknown(command));
  }
}
