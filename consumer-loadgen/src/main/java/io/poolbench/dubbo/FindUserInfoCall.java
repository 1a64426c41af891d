package io.poolbench.dubbo;

import io.poolbench.api.PermissionService;
import io.poolbench.api.UserInfo;
import io.poolbench.dubbo.MeasuredCall.AnswerKind;
import io.poolbench.dubbo.MeasuredCall.CalledService;
import io.poolbench.spec.ServiceMethod;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Calls {@link PermissionService#findUserInfo} in one of its forms, for users spread evenly over
 * the data set.
 *
 * <p>The number of these users is limited, so that the encoded requests do not compete with the
 * driver's working set.
 */
final class FindUserInfoCall<T> implements MeasuredCall {
  static final int MAX_VARIANTS = 1024;

  private final ServiceMethod method;
  private final ExpectedUsers users;
  private final BiFunction<PermissionService, String, T> form;
  private final String[] pins;

  FindUserInfoCall(
      ServiceMethod method, ExpectedUsers users, BiFunction<PermissionService, String, T> form) {
    this.method = method;
    this.users = users;
    this.form = form;
    this.pins = new String[Math.min(users.count(), MAX_VARIANTS)];
    for (int variant = 0; variant < pins.length; variant++) {
      pins[variant] = user(variant).getPin();
    }
  }

  private UserInfo user(int variant) {
    return users.user().apply((int) ((long) variant * users.count() / pins.length));
  }

  @Override
  public CalledService service() {
    return CalledService.of(PermissionService.class);
  }

  @Override
  public String methodName() {
    return method.id();
  }

  @Override
  public Class<?>[] parameterTypes() {
    return new Class<?>[] {String.class};
  }

  @Override
  public int variants() {
    return pins.length;
  }

  @Override
  public Object[] arguments(int variant) {
    return new Object[] {pins[variant]};
  }

  @Override
  public Object invoke(Object proxy, int variant) {
    return form.apply((PermissionService) proxy, pins[variant]);
  }

  @Override
  public AnswerKind answers() {
    return AnswerKind.VALUE;
  }

  @Override
  public Optional<String> mismatch(int variant, Object answer) {
    return MeasuredCall.difference(user(variant), answer);
  }
}
