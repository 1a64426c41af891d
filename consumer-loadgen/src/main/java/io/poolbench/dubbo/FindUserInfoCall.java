package io.poolbench.dubbo;

import io.poolbench.api.PermissionService;
import io.poolbench.api.UserInfo;
import io.poolbench.spec.ServiceMethod;

/**
 * {@link PermissionService#findUserInfo} of users spread evenly over the data set.
 *
 * <p>Their number is limited, so that the encoded requests do not compete with the driver's working
 * set.
 */
final class FindUserInfoCall implements MeasuredCall {
  static final int MAX_VARIANTS = 1024;

  private final ExpectedUsers users;
  private final String[] pins;

  FindUserInfoCall(ExpectedUsers users) {
    this.users = users;
    this.pins = new String[Math.min(users.count(), MAX_VARIANTS)];
    for (int variant = 0; variant < pins.length; variant++) {
      pins[variant] = user(variant).getPin();
    }
  }

  private UserInfo user(int variant) {
    return users.user().apply((int) ((long) variant * users.count() / pins.length));
  }

  @Override
  public String methodName() {
    return ServiceMethod.FIND_USER_INFO.id();
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
  public Object invoke(PermissionService service, int variant) {
    return service.findUserInfo(pins[variant]);
  }

  @Override
  public boolean answersWithValue() {
    return true;
  }

  @Override
  public Object expected(int variant) {
    return user(variant);
  }
}
