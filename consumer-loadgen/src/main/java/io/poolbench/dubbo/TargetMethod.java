package io.poolbench.dubbo;

import io.poolbench.api.InvalidSettingException;
import io.poolbench.study.NearestNames;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A method and its signature, such as {@code find(long,java.util.List<java.lang.String>)}. */
record TargetMethod(Method method, String signature) {
  /**
   * Finds a method by name, or by name and types: full or simple names, without type arguments.
   *
   * @throws InvalidSettingException for {@code method}, where there is not exactly one; the message
   *     lists similar or overloaded methods
   */
  static TargetMethod of(Class<?> service, String wanted) {
    List<TargetMethod> all = all(service);
    String name = wanted.contains("(") ? wanted.substring(0, wanted.indexOf('(')) : wanted;
    List<TargetMethod> named =
        all.stream().filter(each -> each.method.getName().equals(name)).toList();
    List<TargetMethod> found =
        named.stream().filter(each -> !wanted.contains("(") || each.hasTypes(wanted)).toList();
    if (found.size() == 1) {
      return found.get(0);
    }
    if (found.size() > 1) {
      throw new InvalidSettingException(
          "method", "'" + wanted + "' is overloaded (valid: " + signatures(found) + ")");
    }
    throw new InvalidSettingException(
        "method",
        "no method '%s' in %s%s (valid: %s)"
            .formatted(
                wanted,
                service.getName(),
                named.isEmpty() ? hint(name, all) : "",
                signatures(named.isEmpty() ? all : named)));
  }

  /** All methods of a service, sorted by signature. */
  static List<TargetMethod> all(Class<?> service) {
    try {
      return Arrays.stream(service.getMethods())
          .filter(method -> !method.isBridge() && !Modifier.isStatic(method.getModifiers()))
          .map(method -> new TargetMethod(method, signature(method)))
          .sorted(Comparator.comparing(TargetMethod::signature))
          .toList();
    } catch (LinkageError e) {
      throw TargetClasses.unlinkable(service.getName(), e);
    }
  }

  private static String signature(Method method) {
    return Arrays.stream(method.getGenericParameterTypes())
        .map(Type::getTypeName)
        .map(type -> type.replace(" ", ""))
        .collect(Collectors.joining(",", method.getName() + "(", ")"));
  }

  private static String hint(String name, List<TargetMethod> all) {
    return NearestNames.hint(
        name, all.stream().map(each -> each.method.getName()).collect(Collectors.toSet()));
  }

  private static String signatures(List<TargetMethod> methods) {
    return methods.stream().map(TargetMethod::signature).collect(Collectors.joining("; "));
  }

  private boolean hasTypes(String wanted) {
    List<String> types = types(wanted);
    List<String> declared = types(signature);
    Class<?>[] own = method.getParameterTypes();
    return types.size() == own.length
        && IntStream.range(0, own.length)
            .allMatch(
                i ->
                    types.get(i).equals(declared.get(i))
                        || types.get(i).equals(own[i].getTypeName())
                        || types.get(i).equals(own[i].getSimpleName()));
  }

  /** The types in a text such as {@code findOrder(long, List<String>)}, without type arguments. */
  static List<String> types(String signature) {
    String inside = signature.substring(signature.indexOf('(') + 1, signature.lastIndexOf(')'));
    String erased = inside.replace(" ", "");
    for (String before = ""; !before.equals(erased); ) {
      before = erased;
      erased = erased.replaceAll("<[^<>]*>", "");
    }
    return erased.isEmpty() ? List.of() : List.of(erased.split(",", -1));
  }
}
