package io.poolbench.cli;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.ClassTemplate;
import org.junit.jupiter.api.extension.ClassTemplateInvocationContext;
import org.junit.jupiter.api.extension.ClassTemplateInvocationContextProvider;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Repeats a class of fault tests as often as the system property {@code tries} (1). */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ClassTemplate
@ExtendWith(Tries.Repetition.class)
@interface Tries {
  /** Yields as many invocations of the class. */
  final class Repetition implements ClassTemplateInvocationContextProvider {
    @Override
    public boolean supportsClassTemplate(ExtensionContext context) {
      return true;
    }

    @Override
    public Stream<ClassTemplateInvocationContext> provideClassTemplateInvocationContexts(
        ExtensionContext context) {
      return IntStream.rangeClosed(1, Integer.getInteger("tries", 1)).mapToObj(Try::new);
    }
  }

  record Try(int number) implements ClassTemplateInvocationContext {
    @Override
    public String getDisplayName(int invocationIndex) {
      return "try " + number;
    }
  }
}
