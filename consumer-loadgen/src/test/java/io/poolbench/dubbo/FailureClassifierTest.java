package io.poolbench.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.api.PingService;
import io.poolbench.dubbo.MeasuredCall.AnswerKind;
import io.poolbench.dubbo.MeasuredCall.CalledService;
import io.poolbench.load.Outcome;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class FailureClassifierTest {
  /** An exception of an application, whose text is made by its own code. */
  @SuppressWarnings("OverrideThrowableToString") // As applications do.
  private static final class Own extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Supplier<String> text;

    Own(Supplier<String> text) {
      this.text = text;
    }

    @Override
    public String toString() {
      return text.get();
    }
  }

  private static String reason(Supplier<String> text) {
    return FailureClassifier.reason(new Own(text));
  }

  @Test
  void theReasonIsTheFirstLineOfTheText() {
    Own failure = new Own(() -> "sold out\nof it");

    assertThat(FailureClassifier.reason(new CompletionException(failure))).isEqualTo("sold out");
  }

  /** As one whose code is null once it is deserialized. */
  @Test
  void anExceptionWithoutATextIsItsClass() {
    String name = Own.class.getName();

    assertThat(reason(() -> "")).isEqualTo(name);
    assertThat(reason(() -> null)).isEqualTo(name);
    assertThat(
            reason(
                () -> {
                  throw new NullPointerException("code");
                }))
        .isEqualTo(name);
    assertThat(FailureClassifier.outcome(new Own(() -> null))).isEqualTo(Outcome.ERROR);
  }

  @Test
  void anAnswerThatCannotBeComparedIsAWrongOne() {
    MeasuredCall.Request request =
        new MeasuredCall.Request(
            new Object[0],
            new Object[0],
            answer -> {
              throw new NoClassDefFoundError("com/shop/Page");
            });
    MeasuredCall call =
        new MeasuredCall(
            CalledService.of(PingService.class),
            "empty",
            List.of(),
            List.of(request),
            /* isCycled= */ false,
            UniqueNumbers.NONE,
            AnswerKind.NULL,
            (proxy, arguments) -> null);

    assertThat(call.mismatch(0, "answer"))
        .contains(
            "wrong answer: cannot be compared: java.lang.NoClassDefFoundError: com/shop/Page");
  }
}
