package io.poolbench.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import io.poolbench.api.PingService;
import io.poolbench.dubbo.MeasuredCall.AnswerKind;
import io.poolbench.dubbo.MeasuredCall.CalledService;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class MeasuredCallTest {
  private static final String NOT_COMPARED = "wrong answer: cannot be compared: ";

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

  /** The mismatch of an answer by a comparison that fails. */
  private static Optional<String> mismatch(Function<Object, Optional<String>> comparison) {
    MeasuredCall.Request request =
        new MeasuredCall.Request(new Object[0], new Object[0], comparison);
    MeasuredCall call =
        new MeasuredCall(
            CalledService.of(PingService.class),
            "empty",
            List.of(),
            List.of(request),
            /* isCycled= */ false,
            UniqueNumbers.NONE,
            AnswerKind.NULL,
            (service, arguments) -> null);
    return call.mismatch(0, "answer");
  }

  private static Optional<String> mismatchOf(Supplier<String> text) {
    return mismatch(
        answer -> {
          throw new Own(text);
        });
  }

  @Test
  void anAnswerThatCannotBeComparedIsAWrongOne() {
    assertThat(
            mismatch(
                answer -> {
                  throw new NoClassDefFoundError("com/shop/Page");
                }))
        .contains(NOT_COMPARED + "java.lang.NoClassDefFoundError: com/shop/Page");
    assertThat(mismatchOf(() -> "sold out\nof it")).contains(NOT_COMPARED + "sold out");
  }

  /** For example one whose code is null once it is deserialized. */
  @Test
  void aFailureWithoutATextIsItsClass() {
    String name = NOT_COMPARED + Own.class.getName();

    assertThat(mismatchOf(() -> "")).contains(name);
    assertThat(mismatchOf(() -> null)).contains(name);
    assertThat(
            mismatchOf(
                () -> {
                  throw new NullPointerException("code");
                }))
        .contains(name);
  }
}
