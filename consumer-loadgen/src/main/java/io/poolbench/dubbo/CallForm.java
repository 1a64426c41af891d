package io.poolbench.dubbo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.poolbench.api.InvalidSettingException;
import io.poolbench.spec.CallSettings;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.apache.dubbo.rpc.service.GenericService;

/** How a method of a service is called: typed or generic. Immutable and thread-safe. */
interface CallForm {
  static CallForm of(CallSettings settings, TargetClasses classes) {
    return settings.generic()
        ? new Generic(
            settings.methodName(),
            settings.method().contains("(") ? TargetMethod.types(settings.method()) : null)
        : Typed.of(
            TargetMethod.of(classes.service(settings.service()), settings.method()), classes);
  }

  Class<?> type();

  String methodName();

  Class<?>[] parameterTypes();

  void requireCount(int count);

  Object[] arguments(JsonNode list, String place);

  Object invoke(Object proxy, Object[] values);

  /** A call of the method itself. */
  record Typed(Method method, String signature, ArgumentTypes types) implements CallForm {
    private static Typed of(TargetMethod target, TargetClasses classes) {
      Method method = target.method();
      return new Typed(
          method,
          target.signature(),
          new ArgumentTypes(classes.loader(), method.getGenericParameterTypes()));
    }

    @Override
    public Class<?> type() {
      return method.getDeclaringClass();
    }

    @Override
    public String methodName() {
      return method.getName();
    }

    @Override
    public Class<?>[] parameterTypes() {
      return method.getParameterTypes();
    }

    @Override
    public void requireCount(int count) {
      require(count, method.getParameterCount(), signature);
    }

    @Override
    public Object[] arguments(JsonNode list, String place) {
      return types.values(list, place);
    }

    @Override
    public Object invoke(Object proxy, Object[] values) {
      try {
        return method.invoke(proxy, values);
      } catch (InvocationTargetException e) {
        if (e.getCause() instanceof RuntimeException failure) {
          throw failure;
        }
        throw new CompletionException(e.getCause());
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /** A call through Dubbo's generic service; {@code types} is null where the study has none. */
  record Generic(String name, List<String> types) implements CallForm {
    private static final Class<?>[] PARAMETERS = {String.class, String[].class, Object[].class};
    private static final ObjectMapper MAPPER = new ObjectMapper();

    @Override
    public Class<?> type() {
      return GenericService.class;
    }

    @Override
    public String methodName() {
      return "$invoke";
    }

    @Override
    public Class<?>[] parameterTypes() {
      return PARAMETERS.clone();
    }

    @Override
    public void requireCount(int count) {
      if (types != null) {
        require(count, types.size(), name);
      }
    }

    @Override
    public Object[] arguments(JsonNode list, String place) {
      Object[] values = MAPPER.convertValue(list, Object[].class);
      return new Object[] {name, types == null ? null : types.toArray(String[]::new), values};
    }

    @Override
    public Object invoke(Object proxy, Object[] values) {
      return ((GenericService) proxy)
          .$invoke((String) values[0], (String[]) values[1], (Object[]) values[2]);
    }
  }

  private static void require(int count, int parameters, String method) {
    if (count != parameters) {
      throw new InvalidSettingException(
          "arguments", "%d of '%s' (valid: %d)".formatted(count, method, parameters));
    }
  }
}
