package io.poolbench.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StudyListenersTest {
  /** What one listener was told. */
  private record Told(String by, Method method, List<Object> arguments) {}

  private final List<Told> told = new ArrayList<>();

  static Stream<Method> methods() {
    return Arrays.stream(StudyListener.class.getMethods())
        .filter(method -> !Modifier.isStatic(method.getModifiers()));
  }

  @ParameterizedTest
  @MethodSource("methods")
  void whateverIsToldIsToldToEachInTurnAsItWasTold(Method method) throws Exception {
    Object[] arguments = samples(method.getParameterTypes());

    method.invoke(new StudyListeners(List.of(listener("first"), listener("second"))), arguments);

    List<Object> same = Arrays.asList(arguments);
    assertThat(told)
        .containsExactly(new Told("first", method, same), new Told("second", method, same));
  }

  /** Also of methods that the interface gives a body, which a class may forget to override. */
  private StudyListener listener(String name) {
    return (StudyListener)
        Proxy.newProxyInstance(
            StudyListener.class.getClassLoader(),
            new Class<?>[] {StudyListener.class},
            (self, method, arguments) -> {
              told.add(new Told(name, method, Arrays.asList(arguments)));
              return null;
            });
  }

  /** Numbers and texts that cannot be mistaken for each other; of records there is no sample. */
  private static Object[] samples(Class<?>[] types) {
    Object[] samples = new Object[types.length];
    for (int i = 0; i < types.length; i++) {
      if (types[i] == int.class) {
        samples[i] = i + 1;
      } else if (types[i] == String.class) {
        samples[i] = "text " + (i + 1);
      }
    }
    return samples;
  }
}
