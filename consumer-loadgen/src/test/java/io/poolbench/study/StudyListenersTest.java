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
  /** A call of one listener. */
  private record Event(String by, Method method, List<Object> arguments) {}

  private final List<Event> events = new ArrayList<>();

  static Stream<Method> methods() {
    return Arrays.stream(StudyListener.class.getMethods())
        .filter(method -> !Modifier.isStatic(method.getModifiers()));
  }

  @ParameterizedTest
  @MethodSource("methods")
  void eachEventIsForwardedToAllListenersInOrder(Method method) throws Exception {
    Object[] arguments = samples(method.getParameterTypes());

    method.invoke(new StudyListeners(List.of(listener("first"), listener("second"))), arguments);

    List<Object> same = Arrays.asList(arguments);
    assertThat(events)
        .containsExactly(new Event("first", method, same), new Event("second", method, same));
  }

  /** A proxy also receives default methods, which a class may forget to override. */
  private StudyListener listener(String name) {
    return (StudyListener)
        Proxy.newProxyInstance(
            StudyListener.class.getClassLoader(),
            new Class<?>[] {StudyListener.class},
            (self, method, arguments) -> {
              events.add(new Event(name, method, Arrays.asList(arguments)));
              return null;
            });
  }

  /** Distinct numbers and texts; null for records. */
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
