package io.poolbench.core;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import java.io.BufferedReader;
import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/**
 * A request to a process of the lab: a line of JSON on its input. Its answer is a line of its own
 * on the output: {@link AgentProtocol#ANSWER} and JSON, with the id of the request, and either a
 * result or the problem. Immutable.
 */
public final class ProviderRequest {
  private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();

  private final long id;
  private final String command;
  private final String argument;

  /**
   * @param id repeated in the answer
   * @param command such as {@link AgentProtocol#COUNTERS}
   * @param argument as the command requires; empty if it requires none
   */
  public ProviderRequest(long id, String command, String argument) {
    this.id = id;
    this.command = Objects.requireNonNull(command, "command");
    this.argument = Objects.requireNonNull(argument, "argument");
  }

  /** Carries out requests. */
  @FunctionalInterface
  public interface Handler {
    /**
     * Returns the result, which is an empty object for a request that only changes something.
     *
     * @throws IllegalArgumentException if the request is unknown, or cannot be carried out
     */
    JsonElement answer(String command, String argument);
  }

  /**
   * Reads a request, as {@link #toLine} writes it.
   *
   * @throws IllegalArgumentException for any other line
   */
  public static ProviderRequest parse(String line) {
    try {
      // Gson does not call a constructor, which rejects what is missing.
      ProviderRequest read = GSON.fromJson(line, ProviderRequest.class);
      return new ProviderRequest(read.id, read.command, read.argument);
    } catch (NullPointerException | JsonParseException e) {
      throw new IllegalArgumentException("no request: '" + line + "'", e);
    }
  }

  /**
   * Answers requests, one after the other, until the input ends or fails, which means that the
   * driver has ended: the end is not delayed by a request that is being carried out.
   *
   * <p>Empty lines show that the driver is there.
   *
   * @param answers takes the lines of the answers
   * @param ignored takes the lines that are no request, which are no reason to end a process
   */
  public static void follow(
      BufferedReader input, Handler handler, Consumer<String> answers, Consumer<String> ignored) {
    ExecutorService worker =
        Executors.newSingleThreadExecutor(work -> DaemonThread.of(work, "poolbench-requests"));
    try {
      for (String line = input.readLine(); line != null; line = input.readLine()) {
        if (line.isEmpty()) {
          continue;
        }
        ProviderRequest request;
        try {
          request = parse(line);
        } catch (IllegalArgumentException other) {
          ignored.accept(line);
          continue;
        }
        worker.execute(() -> answers.accept(request.answer(handler)));
      }
    } catch (IOException broken) {
      return;
    } finally {
      worker.shutdownNow();
    }
  }

  /** The failure of a handler for an unknown request. */
  public static IllegalArgumentException unknown(String command) {
    return new IllegalArgumentException("unknown request '" + command + "'");
  }

  private String answer(Handler handler) {
    JsonObject answer = new JsonObject();
    answer.addProperty("id", id);
    try {
      answer.add("result", handler.answer(command, argument));
    } catch (RuntimeException | LinkageError e) {
      // Such as a class of a module that the program's JVM lacks.
      answer.addProperty(
          "problem",
          e instanceof IllegalArgumentException ? StartException.rootMessage(e) : "" + e);
    }
    return AgentProtocol.ANSWER + GSON.toJson(answer);
  }

  public long id() {
    return id;
  }

  public String toLine() {
    return GSON.toJson(this);
  }
}
