package io.poolbench.lab;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import io.poolbench.api.ContractJson;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.api.Ready;
import io.poolbench.core.ContractOutput;
import io.poolbench.core.ProviderRequest;
import io.poolbench.core.StartException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
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
    ContractOutput output = new ContractOutput();
    // Standard output has the answers only.
    System.setOut(System.err);
    try {
      ThisMachine machine = ThisMachine.of(Path.of(arguments[0]));
      BufferedReader input = new BufferedReader(new InputStreamReader(System.in, UTF_8));
      String unused = input.readLine(); // The configuration, of which there is none.
      Ready ready =
          new Ready(ProcessHandle.current().pid(), machine.build().release(), "host", List.of());
      output.line(ready.toLine());
      ProviderRequest.follow(
          input,
          (command, argument) -> answer(machine, command, argument),
          output::line,
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

  /**
   * The answer as {@code answer}; or {@code problem}, with the {@code code} of a failure of the lab
   * or the {@code setting} that is invalid.
   *
   * @param command the name of a method of {@link HostService}
   * @param argument its arguments, as an array of JSON
   */
  static JsonElement answer(HostService machine, String command, String argument) {
    Method method =
        Arrays.stream(HostService.class.getMethods())
            .filter(each -> each.getName().equals(command))
            .findFirst()
            .orElseThrow(() -> ProviderRequest.unknown(command));
    JsonObject result = new JsonObject();
    try {
      Object answer = method.invoke(machine, arguments(method, argument));
      result.add("answer", ContractJson.tree(answer));
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof LabException failure) {
        result.addProperty("code", failure.code().id());
      } else if (e.getCause() instanceof InvalidSettingException invalid) {
        result.addProperty("setting", invalid.setting());
      } else {
        throw new IllegalStateException(command + " failed: " + e.getCause(), e.getCause());
      }
      result.addProperty("problem", e.getCause().getMessage());
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e); // they are public
    }
    return result;
  }

  private static Object[] arguments(Method method, String text) {
    try {
      JsonArray given = JsonParser.parseString(text).getAsJsonArray();
      Object[] arguments = new Object[method.getParameterCount()];
      for (int i = 0; i < arguments.length; i++) {
        arguments[i] = ContractJson.value(given.get(i), method.getGenericParameterTypes()[i]);
      }
      return arguments;
    } catch (JsonParseException | IllegalStateException | IndexOutOfBoundsException e) {
      throw new IllegalArgumentException("no arguments of " + method.getName(), e);
    }
  }
}
