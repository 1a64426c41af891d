package io.poolbench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.aop.TargetClassAware;
import org.springframework.transaction.annotation.Transactional;

class DeclaredTransactionTest {
  /** Of a type that its implementations choose, so that they have bridge methods. */
  interface Store<T> {
    void find(T key);

    @Transactional
    void move(T key);

    void count();
  }

  @Retention(RetentionPolicy.RUNTIME)
  @Transactional(readOnly = true)
  @interface Reading {}

  static class Plain implements Store<String> {
    @Override
    public void find(String key) {}

    @Override
    public void move(String key) {}

    @Override
    public void count() {}
  }

  @Transactional
  static class Writing extends Plain {
    @Override
    @Transactional(readOnly = true)
    public void find(String key) {}

    @Override
    @Reading
    public void move(String key) {}

    @Override
    public void count() {}
  }

  /** As a library generates it, without the annotations of methods. */
  static class Writing$$Generated extends Writing {
    @Override
    public void find(String key) {}

    @Override
    public void move(String key) {}
  }

  @ParameterizedTest
  @CsvSource({
    "Plain, find, ''",
    "Plain, move, false",
    "Plain, count, ''",
    "Writing, find, true",
    "Writing, move, true",
    "Writing, count, false"
  })
  void theMostSpecificAnnotationCounts(String type, String method, String readOnly)
      throws Exception {
    assertThat(DeclaredTransaction.readOnly(implementation(type), method(method)))
        .isEqualTo(Optional.of(readOnly).filter(of -> !of.isEmpty()).map(Boolean::valueOf));
  }

  @Test
  void theClassBehindAProxyIsFound() {
    Object proxy =
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Store.class, TargetClassAware.class},
            (of, method, arguments) -> Writing$$Generated.class);

    assertThat(DeclaredTransaction.implementation(proxy)).isEqualTo(Writing.class);
    assertThat(DeclaredTransaction.implementation(new Writing$$Generated()))
        .isEqualTo(Writing.class);
    assertThat(DeclaredTransaction.implementation(new Plain())).isEqualTo(Plain.class);
  }

  /** One that writes is enough; one of which nothing is known leaves it to the method's name. */
  @ParameterizedTest
  @CsvSource({
    "find, Writing, true",
    "find, Writing Plain, ''",
    "count, Writing Plain, false",
    "find, '', ''"
  })
  void allImplementationsOfAnInterfaceCount(String method, String types, String readOnly)
      throws Exception {
    Set<Class<?>> implementations = new HashSet<>();
    for (String type : types.isEmpty() ? new String[0] : types.split(" ")) {
      implementations.add(implementation(type));
    }
    JsonObject json = ExportedService.toJson(method(method), implementations);

    assertThat(json.has("readOnly") ? json.get("readOnly").getAsString() : "").isEqualTo(readOnly);
  }

  private static Class<?> implementation(String type) {
    return Map.<String, Class<?>>of("Plain", Plain.class, "Writing", Writing.class).get(type);
  }

  private static Method method(String name) {
    return Arrays.stream(Store.class.getMethods())
        .filter(method -> method.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
