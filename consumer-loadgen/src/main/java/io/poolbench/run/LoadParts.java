package io.poolbench.run;

import io.poolbench.lab.LabException;
import io.poolbench.result.ViolationCode;
import io.poolbench.run.Generator.GeneratorLoad;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** The parts of a load, one per generator. An order is sent to several generators at once. */
final class LoadParts {
  private final List<Part> all;
  private final int least;
  private final Executor executor;
  private final Consumer<String> notes;
  private final Set<Part> noted = new HashSet<>();

  record Part(Member member, GeneratorLoad load) {}

  @FunctionalInterface
  interface Order {
    void to(Part part) throws LabException, InterruptedException;
  }

  @FunctionalInterface
  interface Question<T> {
    T to(Part part) throws LabException, InterruptedException;
  }

  LoadParts(List<Part> all, int least, Executor executor, Consumer<String> notes) {
    this.all = List.copyOf(all);
    this.least = least;
    this.executor = executor;
    this.notes = notes;
  }

  List<Part> all() {
    return all;
  }

  List<Part> left() {
    return all.stream().filter(part -> !part.member().isLost()).toList();
  }

  /** Sends an order; a generator that fails to carry it out is lost. */
  void order(List<Part> to, Order order) {
    Map<Part, Boolean> unused =
        ask(
            to,
            part -> {
              order.to(part);
              return true;
            });
  }

  /** The answers by part, in the order of {@code to}. A generator that fails to answer is lost. */
  <T> Map<Part, T> ask(List<Part> to, Question<T> question) {
    Map<Part, CompletableFuture<T>> asked = new LinkedHashMap<>();
    for (Part part : to) {
      asked.put(part, CompletableFuture.supplyAsync(() -> answer(part, question), executor));
    }
    Map<Part, T> answers = new LinkedHashMap<>();
    asked.forEach(
        (part, answer) -> {
          T value = answer.join();
          if (value != null) {
            answers.put(part, value);
          }
        });
    return answers;
  }

  /** The answer, or null if the generator is lost. */
  private static <T> T answer(Part part, Question<T> question) {
    try {
      return question.to(part);
    } catch (LabException e) {
      part.member().lose(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      part.member().lose("interrupted");
    }
    return null;
  }

  /** Reports each lost generator once, and fails if too few are left. */
  void reportLost() throws LabException {
    for (Part part : all) {
      if (part.member().isLost() && noted.add(part)) {
        notes.accept(part.member().loss().join());
      }
    }
    requireEnough();
  }

  void requireEnough() throws LabException {
    int left = left().size();
    if (left < least) {
      List<String> lost =
          all.stream()
              .filter(part -> part.member().isLost())
              .map(part -> part.member().name())
              .toList();
      throw new LabException(
          ViolationCode.GENERATOR_LOST,
          "generator lost: %s; left: %d (limit %d)"
              .formatted(String.join(", ", lost), left, least));
    }
  }
}
